import type { Level } from '@plimsoll/contracts/integration/channel';
import {
  changeWebhookRequest,
  createWebhookRequest,
  rewindWebhookRequest,
  type Webhook,
} from '@plimsoll/contracts/integration/webhooks';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { NumberField, TextField } from '../../../ui/inputs/TextField.tsx';
import { changeWebhook, createWebhook, removeWebhook, rewindWebhook, rotateWebhookSecret } from '../api.ts';
import { SEND_AGAIN } from '../labels.ts';
import { ChannelFields, TypesField } from './ChannelFields.tsx';

interface WebhookFields {
  name: string;
  url: string;
  level: Level;
  includeSensitive: boolean;
  types: string[];
}

const bodyOf = ({ types, ...fields }: WebhookFields) => ({ ...fields, types: types.length > 0 ? types : null });
const besideUrl = refuseAtField('AddressNotAllowed', 'url');

function Fields({ form }: { form: CommandForm<WebhookFields> }) {
  const [level, sensitive, types] = [
    useChosen(form, 'level'),
    useChosen(form, 'includeSensitive'),
    useChosen(form, 'types'),
  ];
  return (
    <FieldStack>
      <TextField label="Name" autoComplete="off" maxLength={100} {...form.typed('name')} />
      <TextField
        label="Address"
        hint="Events are posted to it by https, signed as Standard Webhooks."
        type="url"
        autoComplete="off"
        maxLength={2_000}
        {...form.typed('url')}
      />
      <ChannelFields
        level={level.value}
        includeSensitive={sensitive.value}
        onLevel={level.onChange}
        onSensitive={sensitive.onChange}
      />
      <TypesField value={types.value} onChange={types.onChange} />
    </FieldStack>
  );
}

interface NewWebhookDialogProps {
  onDone: (made: { webhookGuid: string; secret: string | null }) => void;
  onClose: () => void;
}

export const NewWebhookDialog = (props: NewWebhookDialogProps) => (
  <DialogDraft name="new-webhook">
    <NewWebhook {...props} />
  </DialogDraft>
);

function NewWebhook({ onDone, onClose }: NewWebhookDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createWebhook);
  const form = useDialogForm(createWebhookRequest, {
    start: { name: '', url: '', level: 'FACTS', includeSensitive: false, types: [] } as WebhookFields,
    bodyOf: (fields) => ({ ...bodyOf(fields), isEnabled: true }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }).catch(besideUrl),
    onDone,
  });
  return (
    <FormDialog
      form={form}
      refused="The webhook was not made"
      title="New webhook"
      confirmLabel="Make webhook"
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

interface WebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

export const EditWebhookDialog = (props: WebhookDialogProps) => (
  <DialogDraft name={`webhook:${props.webhook.webhookGuid}`}>
    <EditWebhook {...props} />
  </DialogDraft>
);

function EditWebhook({
  webhook: { webhookGuid, name, url, level, includeSensitive, types },
  onClose,
}: WebhookDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(changeWebhook);
  const form = useDialogForm(changeWebhookRequest, {
    start: { name, url, level, includeSensitive, types: [...(types ?? [])] } as WebhookFields,
    bodyOf,
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, webhookGuid }, body }, key }).catch(besideUrl),
    onDone: (done) => {
      showAlert({ type: 'success', title: `The webhook ${done.name} was changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The webhook was not changed"
      title={`Edit ${name}`}
      confirmLabel="Save webhook"
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

export function RotateSecretDialog({
  webhook: { webhookGuid, name },
  onDone,
  onClose,
}: WebhookDialogProps & { onDone: (secret: string | null) => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(rotateWebhookSecret);
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send({ asked: { params: { orgGuid: organization.guid, webhookGuid } }, key }),
    onDone: ({ secret }) => onDone(secret),
  });
  return (
    <FormDialog
      form={form}
      refused="The secret was not changed"
      title="Make another secret"
      text={`For 24 hours ${name} gets both signatures, so that you change over without losing any.`}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}

export function RewindDialog({ webhook: { webhookGuid, name }, onClose }: WebhookDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(rewindWebhook);
  const form = useCommandForm(rewindWebhookRequest, {
    start: { after: '' },
    bodyOf: ({ after }) => ({ after: /^\d{1,15}$/.test(after.trim()) ? Number(after) : Number.NaN }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid, webhookGuid }, body }, key }),
    onDone: ({ after }) => {
      showAlert({ type: 'success', title: `${name} is told again what came after position ${after}` });
      onClose();
    },
  });
  return (
    <FormDialog form={form} refused="Nothing was sent again" title={SEND_AGAIN} onClose={onClose}>
      <FieldStack>
        <NumberField
          label="After position"
          hint="Each delivery names its own. 0 sends all there is."
          inputMode="numeric"
          {...form.typed('after')}
        />
      </FieldStack>
    </FormDialog>
  );
}

export function RemoveWebhookDialog({
  webhook: { webhookGuid, name },
  onDone,
  onClose,
}: WebhookDialogProps & { onDone: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(removeWebhook);
  return (
    <RemovalDialog
      title={`Remove ${name}`}
      text="It is told nothing any more. Its secret and the list of its deliveries are removed too."
      refused={`${name} was not removed`}
      done={`The webhook ${name} was removed`}
      send={(key) => send({ asked: { params: { orgGuid: organization.guid, webhookGuid } }, key })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
