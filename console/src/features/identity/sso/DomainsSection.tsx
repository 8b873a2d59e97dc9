import { IconCircleCheck, IconPlus, IconWorldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import { addDomainRequest, type OrganizationDomain } from '@plimsoll/contracts/organizations/sso';
import { showAlert } from '../../../lib/alerts.ts';
import { useCommand } from '../../../lib/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/dialog-draft.tsx';
import { newGuid } from '../../../lib/ids.ts';
import { ApiProblem, faultText } from '../../../lib/problem.ts';
import { useStarted } from '../../../lib/startup.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section } from '../../../ui/Section.tsx';
import { EmptyState, Skeleton } from '../../../ui/States.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { RemovalDialog } from '../../../lib/RemovalDialog.tsx';
import { addDomain, domainsQuery, removeDomain, verifyDomain } from './api.ts';
import { Address } from './Address.tsx';

/** The organization's domains, each with the record that shows whose it is. */
export function DomainsSection() {
  const { guid } = useStarted().organization;
  const query = useQuery(domainsQuery(guid));
  const [asked, setAsked] = useState<'add' | OrganizationDomain | null>(null);
  const close = () => setAsked(null);
  const add = (variant: 'quiet' | 'primary') => (
    <Button variant={variant} leading={<IconPlus size={20} aria-hidden />} onClick={() => setAsked('add')}>
      Add a domain…
    </Button>
  );
  return (
    <Section title="Domains" action={query.data && query.data.totalCount > 0 ? add('quiet') : undefined}>
      <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%']} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No domains yet" text="Addresses in a domain that is yours lead to your provider, and you say what their people change of their accounts." action={add('primary')} />
          ) : (
            <RowList label="Domains">
              {items.map((domain) => (
                <DomainRow key={domain.domain} domain={domain} onRemove={() => setAsked(domain)} />
              ))}
            </RowList>
          )
        }
      </QueryView>
      {asked === 'add' && (
        <DialogDraft name="domain">
          <AddDialog onClose={close} />
        </DialogDraft>
      )}
      {asked && asked !== 'add' && <RemoveDialog domain={asked} onClose={close} />}
    </Section>
  );
}

function DomainRow({ domain: { domain, recordName, recordValue, verifiedAt }, onRemove }: { domain: OrganizationDomain; onRemove: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(verifyDomain);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await send({ asked: { params: { orgGuid: guid, domain } }, key: newGuid() });
      showAlert({ type: 'success', title: `${domain} is verified` });
    } catch (fault) {
      showAlert({ type: 'error', title: `${domain} is not verified`, subtitle: (fault instanceof ApiProblem && fault.fieldErrors[0]?.message) || faultText(fault) });
    } finally {
      setBusy(false);
    }
  };
  const named = <VisuallyHidden> {domain}</VisuallyHidden>;
  return (
    <Row
      title={domain}
      badge={verifiedAt ? <Badge icon={IconCircleCheck}>Verified</Badge> : <Badge tone="asks" icon={IconWorldQuestion}>Not verified</Badge>}
      under={verifiedAt ? undefined : <>Add a TXT record named <Address text={recordName} /> that says <Address text={recordValue} /></>}
      actions={
        <>
          {!verifiedAt && (
            <Button aria-busy={busy || undefined} onClick={() => void verify()}>
              Verify
              {named}
            </Button>
          )}
          <Button onClick={onRemove}>
            Remove…
            {named}
          </Button>
        </>
      }
    />
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(addDomain);
  const form = useDialogForm(addDomainRequest, {
    start: { domain: '' },
    bodyOf: ({ domain }: { domain: string }) => ({ domain: domain.trim() }),
    check: ({ domain }) => (domain.trim() ? [] : [{ field: 'domain', message: fieldTexts.missing }]),
    send: (body, key) => send({ asked: { params: { orgGuid: guid }, body }, key }),
    onDone: () => onClose(),
  });
  return (
    <FormDialog form={form} refused="The domain was not added" title="Add a domain" text="A TXT record in its DNS shows that it is yours." onClose={onClose}>
      <TextField label="Domain" autoCapitalize="none" spellCheck={false} hint="Such as example.com" {...form.typed('domain')} />
    </FormDialog>
  );
}

function RemoveDialog({ domain: { domain, verifiedAt }, onClose }: { domain: OrganizationDomain; onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(removeDomain);
  return (
    <RemovalDialog
      title="Remove domain"
      text={verifiedAt ? `Addresses in ${domain} lead to your provider no more, and another organization may add it.` : `${domain} is not looked up any more.`}
      refused={`${domain} was not removed`}
      done={`${domain} was removed`}
      send={(key) => send({ asked: { params: { orgGuid: guid, domain } }, key })}
      onClose={onClose}
    />
  );
}
