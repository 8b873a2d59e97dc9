import { IconPlus } from '@tabler/icons-react';
import { createTaskRequest } from '@plimsoll/contracts/tasks/requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { createTask } from '../api.ts';
import { requestFields, emptyTask, TaskFields, taskErrors } from './TaskFields.tsx';

interface AddTaskDialogProps {
  eventId: string;
  /** Number of the event. */
  number: number;
  onClose: () => void;
}

/** Dialog that adds a corrective action to an event. The draft is stored until it is sent or discarded. */
export const AddTaskDialog = (props: AddTaskDialogProps) => (
  <DialogDraft name={`task-of:${props.eventId}`}>
    <AddTask {...props} />
  </DialogDraft>
);

function AddTask({ eventId, number, onClose }: AddTaskDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createTask);
  const today = todayIn(organization.timeZone);
  const form = useDialogForm(createTaskRequest, {
    start: emptyTask,
    bodyOf: (typed) => ({ eventId, ...requestFields(typed) }),
    check: (typed) => taskErrors(typed, today),
    send: (body, key) => send({ asked: { query: { organizationGuid: organization.guid }, body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: `An action of event ${number} was added` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      hasOwnAddress
      refused="The action was not added"
      title="Add an action"
      text={`Event ${number}`}
      icon={<IconPlus size={20} aria-hidden />}
      onClose={onClose}
    >
      <TaskFields form={form} />
    </FormDialog>
  );
}
