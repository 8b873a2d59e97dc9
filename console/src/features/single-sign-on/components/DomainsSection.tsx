import { IconCircleCheck, IconWorldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { readableDomain } from '../../../lib/format/addresses.ts';
import { addDomainRequest, type OrganizationDomain } from '@plimsoll/contracts/single-sign-on/sso';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft } from '../../../lib/forms/dialog-draft.tsx';
import { newGuid } from '../../../lib/format/ids.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { AddNameDialog, NameRow, useNameDialogs } from '../../../components/VerifiedNames.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/States.tsx';
import { addDomain, domainsQuery, removeDomain, verifyDomain } from '../api.ts';
import { Address } from './Address.tsx';

/** Domains of the organization, each with the DNS record that proves ownership. */
export function DomainsSection() {
  const { guid } = useStarted().organization;
  const query = useQuery(domainsQuery(guid));
  const { isAdding, removed, remove, close, addButton } = useNameDialogs<OrganizationDomain>('Add a domain…');
  return (
    <Section title="Domains" action={query.data && query.data.totalCount > 0 ? addButton('quiet') : undefined}>
      <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%']} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title="No domains yet"
              text="Addresses in a domain that is yours lead to your provider, and you say what their people change of their accounts."
              action={addButton('primary')}
            />
          ) : (
            <RowList label="Domains">
              {items.map((domain) => (
                <DomainRow key={domain.domain} domain={domain} onRemove={() => remove(domain)} />
              ))}
            </RowList>
          )
        }
      </QueryView>
      {isAdding && (
        <DialogDraft name="domain">
          <AddDialog onClose={close} />
        </DialogDraft>
      )}
      {removed && <RemoveDialog domain={removed} onClose={close} />}
    </Section>
  );
}

function DomainRow({
  domain: { domain, recordName, recordValue, verifiedAt },
  onRemove,
}: {
  domain: OrganizationDomain;
  onRemove: () => void;
}) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(verifyDomain);
  const shown = readableDomain(domain);
  return (
    <NameRow
      name={shown}
      badge={
        verifiedAt ? (
          <Badge icon={IconCircleCheck}>Verified</Badge>
        ) : (
          <Badge tone="asks" icon={IconWorldQuestion}>
            Not verified
          </Badge>
        )
      }
      under={
        verifiedAt ? undefined : (
          <>
            Add a TXT record named <Address text={recordName} /> that says <Address text={recordValue} />
          </>
        )
      }
      press={
        verifiedAt
          ? undefined
          : {
              label: 'Verify',
              send: () => send({ asked: { params: { orgGuid: guid, domain } }, key: newGuid() }),
              done: `${shown} is verified`,
              refused: `${shown} is not verified`,
            }
      }
      onRemove={onRemove}
    />
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(addDomain);
  return (
    <AddNameDialog
      title="Add a domain"
      text="A TXT record in its DNS shows that it is yours."
      refused="The domain was not added"
      schema={addDomainRequest}
      field="domain"
      missing={fieldTexts.missing}
      input={{ label: 'Domain', autoCapitalize: 'none', spellCheck: false, hint: 'Such as example.com' }}
      send={(body, key) => send({ asked: { params: { orgGuid: guid }, body }, key })}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}

function RemoveDialog({
  domain: { domain, verifiedAt },
  onClose,
}: {
  domain: OrganizationDomain;
  onClose: () => void;
}) {
  const { guid } = useStarted().organization;
  const { send } = useCommand(removeDomain);
  const shown = readableDomain(domain);
  return (
    <RemovalDialog
      title="Remove domain"
      text={
        verifiedAt
          ? `Addresses in ${shown} lead to your provider no more, and another organization may add it.`
          : `${shown} is not looked up any more.`
      }
      refused={`${shown} was not removed`}
      done={`${shown} was removed`}
      send={(key) => send({ asked: { params: { orgGuid: guid, domain } }, key })}
      onClose={onClose}
    />
  );
}
