import { useEffect, useState, type ReactNode } from 'react';
import { changeViewRequest, saveViewRequest } from '@plimsoll/contracts/incidents/saved-views';
import type { SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { changeSavedView, removeSavedView, saveView } from '../api.ts';
import type { ListAddress } from './list-address.ts';
import { isShowing, viewSettingsOf } from './view-address.ts';
import css from './ViewsPanel.module.css';

interface ViewFields {
  name: string;
  isForAll: boolean;
  /** Whether the view takes over the current filters and order. */
  isRenewed: boolean;
}

const scopeOf = (isForAll: boolean): SavedView['scope'] => (isForAll ? 'ORGANIZATION' : 'PERSONAL');

/** Saves the current filters and order as a view. */
export function SaveView({ address, onClose }: { address: ListAddress; onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(saveView);
  const form = useCommandForm(saveViewRequest, {
    start: { name: '', isForAll: false, isRenewed: false } as ViewFields,
    bodyOf: ({ name, isForAll }) => ({ name, scope: scopeOf(isForAll), ...viewSettingsOf(address) }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: onClose,
  });
  return (
    <ViewForm
      title="New view"
      refused="The view was not saved"
      form={form}
      confirmLabel="Save view"
      onClose={onClose}
      mayShare
    />
  );
}

/** Changes a view, or removes it after a confirmation. */
export function ChangeView({ view, address, onClose }: { view: SavedView; address: ListAddress; onClose: () => void }) {
  const { organization, user } = useStarted();
  const { send } = useCommand(changeSavedView);
  const { viewGuid } = view;
  const form = useCommandForm(changeViewRequest, {
    start: { name: view.name, isForAll: view.scope === 'ORGANIZATION', isRenewed: false } as ViewFields,
    bodyOf: ({ name, isForAll, isRenewed }) => ({
      name,
      scope: scopeOf(isForAll),
      ...(isRenewed && viewSettingsOf(address)),
    }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid, viewGuid }, body }, key }),
    onDone: onClose,
  });
  return (
    <ViewForm
      title="Change view"
      refused="The view was not changed"
      form={form}
      confirmLabel="Save"
      onClose={onClose}
      mayShare={view.owner.userGuid === user.guid}
      mayRenew={!isShowing(address, view)}
    >
      <RemoveView view={view} onDone={onClose} />
    </ViewForm>
  );
}

function RemoveView({ view: { viewGuid, name }, onDone }: { view: SavedView; onDone: () => void }) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(removeSavedView);
  const [key] = useState(() => newGuid());
  const [isConfirming, setConfirming] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const remove = async () => {
    setError(null);
    try {
      await send({ asked: { params: { orgGuid: organization.guid, viewGuid } }, key });
    } catch (refused) {
      return setError(refused);
    }
    showAlert({ type: 'success', title: `The view “${name}” was removed` });
    onDone();
  };
  if (!isConfirming)
    return (
      <Button variant="danger" size="s" onClick={() => setConfirming(true)}>
        Remove view…
      </Button>
    );
  return (
    <div role="group" aria-label={`Remove “${name}”?`}>
      {error !== null && (
        <Banner tone="danger" live>
          {errorText(error)}
        </Banner>
      )}
      <p className={css.question}>Remove “{name}”? The events in it are not touched.</p>
      <div className={css.buttons}>
        <Button variant="dangerPrimary" size="s" disabled={isPending} onClick={() => void remove()}>
          Remove view
        </Button>
        <Button size="s" onClick={() => setConfirming(false)}>
          Keep it
        </Button>
      </div>
    </div>
  );
}

interface ViewFormProps {
  title: string;
  /** Title of an error that belongs to no field. */
  refused: string;
  form: CommandForm<ViewFields>;
  confirmLabel: string;
  /** Whether the user may decide who sees the view, if they have the permission. */
  mayShare: boolean;
  mayRenew?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

function ViewForm({
  title,
  refused,
  form,
  confirmLabel,
  mayShare,
  mayRenew = false,
  onClose,
  children,
}: ViewFormProps) {
  const { organization, permissions } = useStarted();
  const { setFocus } = form.controls;
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <form className={css.panel} noValidate onSubmit={form.submit} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <ErrorSummary
        errors={form.errors}
        attempt={form.attempt}
        title={form.errors.some(({ field }) => field) ? undefined : refused}
      />
      <FieldStack>
        <TextField label="Name" autoComplete="off" maxLength={100} {...form.typed('name')} />
        {mayShare && permissions.has('UPDATE_ORGANIZATION') && (
          <CheckboxField label={`For everybody in ${organization.name}`} {...form.controls.register('isForAll')} />
        )}
        {mayRenew && (
          <CheckboxField
            label="Keep the filters and the order of the list as it is shown now"
            {...form.controls.register('isRenewed')}
          />
        )}
      </FieldStack>
      <div className={css.buttons}>
        <Button type="submit" variant="primary" size="s" disabled={form.busy}>
          {confirmLabel}
        </Button>
        <Button size="s" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {children}
    </form>
  );
}
