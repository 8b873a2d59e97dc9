import { createApiKeyRequest, MAX_KEY_DAYS, type ApiKey } from '@plimsoll/contracts/integration/api-keys';
import type { Level } from '@plimsoll/contracts/integration/channel';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { DateField, TextField } from '../../../ui/inputs/TextField.tsx';
import { createApiKey, revokeApiKey } from '../api.ts';
import { ChannelFields, TypesField } from './ChannelFields.tsx';

interface KeyFields {
  name: string;
  level: Level;
  includeSensitive: boolean;
  types: string[];
  expiresOn: string;
}

interface NewKeyDialogProps {
  /** Receives the key that is to be shown once, or null when the server did not return it. */
  onDone: (key: string | null) => void;
  onClose: () => void;
}

export const NewKeyDialog = (props: NewKeyDialogProps) => (
  <DialogDraft name="new-api-key">
    <NewKey {...props} />
  </DialogDraft>
);

function NewKey({ onDone, onClose }: NewKeyDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createApiKey);
  const today = todayIn(organization.timeZone);
  const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const form = useDialogForm(createApiKeyRequest, {
    start: { name: '', level: 'FACTS', includeSensitive: false, types: [], expiresOn: inDays(180) } as KeyFields,
    bodyOf: ({ types, ...fields }) => ({
      ...fields,
      scopes: ['FEED' as const],
      types: types.length > 0 ? types : null,
    }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: ({ key }) => onDone(key),
  });
  const [level, sensitive, types] = [
    useChosen(form, 'level'),
    useChosen(form, 'includeSensitive'),
    useChosen(form, 'types'),
  ];
  return (
    <FormDialog
      form={form}
      refused="The key was not made"
      title="New API key"
      confirmLabel="Make key"
      onClose={onClose}
    >
      <FieldStack>
        <TextField
          label="Name"
          hint="What it is for: the system that reads with it."
          autoComplete="off"
          maxLength={100}
          {...form.typed('name')}
        />
        <DateField
          label="Expires after"
          hint={`${MAX_KEY_DAYS} days at most.`}
          min={today}
          max={inDays(MAX_KEY_DAYS)}
          {...form.typed('expiresOn')}
        />
        <ChannelFields
          level={level.value}
          includeSensitive={sensitive.value}
          onLevel={level.onChange}
          onSensitive={sensitive.onChange}
        />
        <TypesField value={types.value} onChange={types.onChange} />
      </FieldStack>
    </FormDialog>
  );
}

export function RevokeKeyDialog({ apiKey: { keyGuid, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(revokeApiKey);
  return (
    <RemovalDialog
      title={`Revoke ${name}`}
      text="Whoever reads with it is refused from then on, and there is no way back. What they have read they have."
      refused={`${name} was not revoked`}
      done={`The key ${name} was revoked`}
      send={(key) => send({ asked: { params: { orgGuid: organization.guid, keyGuid } }, key })}
      onClose={onClose}
    />
  );
}
