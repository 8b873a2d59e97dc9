import { IconCertificate, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { SsoProvider, SsoSettings } from '@plimsoll/contracts/single-sign-on/sso';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { DialogDraft } from '../../../lib/forms/dialog-draft.tsx';
import { Address } from './Address.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';

/** Settings of the identity provider: the pending ones, or else the active ones. */
export function ProviderSection({ settings: { active, pending } }: { settings: SsoSettings }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const shown = pending ?? active;
  const set = (
    <Button
      variant={shown ? 'quiet' : 'primary'}
      leading={shown ? <IconPencil size={20} aria-hidden /> : undefined}
      onClick={() => setDialogOpen(true)}
    >
      {shown ? 'Change the data…' : 'Set the data…'}
    </Button>
  );
  return (
    <Section title="Identity provider" action={shown ? set : undefined}>
      {shown ? (
        <Provider provider={shown} />
      ) : (
        <EmptyState
          title="No provider yet"
          text="Entra ID, Okta, Google Workspace and others speak SAML 2.0: give us the metadata that yours has for an application."
          action={set}
        />
      )}
      {isDialogOpen && (
        <DialogDraft name="identity-provider">
          <ProviderDialog current={shown} onClose={() => setDialogOpen(false)} />
        </DialogDraft>
      )}
    </Section>
  );
}

const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });

function Provider({ provider: { entityId, ssoUrl, certificates, joinAutomatically } }: { provider: SsoProvider }) {
  return (
    <RowList label="Identity provider">
      <Row over="Entity ID" title={<Address text={entityId} />} />
      <Row over="Sign-in address" title={<Address text={ssoUrl} />} />
      {certificates.map(({ fingerprint, subject, validTo }) => (
        <Row
          key={fingerprint}
          icon={IconCertificate}
          over={`Certificate until ${day.format(new Date(validTo))}`}
          title={<Address text={subject} />}
          under={<Address text={`SHA-256 ${fingerprint}`} />}
        />
      ))}
      <Row
        over="Who joins"
        title={
          joinAutomatically
            ? 'Whoever your provider knows in a verified domain, as a standard member'
            : 'Members and whoever is invited, nobody else'
        }
      />
    </RowList>
  );
}
