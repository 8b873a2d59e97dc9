import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { useDialogForm, type DialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';

/** The part of `useCommand` that a task form needs. */
interface TaskCommandSender<Body> {
  send: (sent: {
    asked: { params: { taskGuid: string }; query: { organizationGuid: string }; body: Body };
    key: string;
    revision: number;
  }) => Promise<unknown>;
}

interface TaskFormOptions<Fields, Body> {
  start: Fields;
  bodyOf: (fields: Fields) => Body;
  check?: (fields: Fields) => readonly FormError[];
  /** "The action was completed" */
  done: (fields: Fields) => string;
  onClose: () => void;
}

/** Form of a command on an action, sent with the revision that the user has seen. */
export function useTaskForm<Fields extends FieldValues, Body>(
  { taskGuid, revision }: TaskDetail,
  { send }: TaskCommandSender<Body>,
  schema: z.ZodType<unknown, Body> | null,
  { done, onClose, ...options }: TaskFormOptions<Fields, Body>,
): DialogForm<Fields> {
  const { organization } = useStarted();
  const refetchOnConflict = useRefetchOnConflict('getTask', 'listTasks');
  const form: DialogForm<Fields> = useDialogForm<Fields, Body, unknown>(schema, {
    ...options,
    send: (body, key) =>
      send({
        asked: { params: { taskGuid }, query: { organizationGuid: organization.guid }, body },
        key,
        revision,
      }).catch(refetchOnConflict),
    onDone: () => {
      showAlert({ type: 'success', title: done(form.controls.getValues()) });
      onClose();
    },
  });
  return form;
}
