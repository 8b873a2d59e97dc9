import { IconArrowBackUp, IconBan, IconChecks, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import {
  cancelTaskRequest,
  changeTaskRequest,
  completeTaskRequest,
  reopenTaskRequest,
  verifyTaskRequest,
} from '@plimsoll/contracts/tasks/requests';
import { VERIFY_WITHIN_DAYS, type TaskCommand, type VerificationResult } from '@plimsoll/contracts/tasks/vocabulary';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft } from '../../../lib/forms/dialog-draft.tsx';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { DateField, TextArea } from '../../../ui/inputs/TextField.tsx';
import { cancelTask, changeTask, completeTask, deleteTask, reopenTask, verifyTask } from '../api.ts';
import { commandLabels, fieldLabels } from '../labels.ts';
import { dueErrors, requestFields, TaskFields, taskErrors, fieldValuesOf } from './TaskFields.tsx';
import { useTaskForm } from './task-form.ts';

interface TaskDialogProps {
  task: TaskDetail;
  onClose: () => void;
}

/** Dialog of a command on a corrective action, with its stored draft. */
export function TaskDialog({
  command,
  onDeleted,
  ...rest
}: TaskDialogProps & { command: TaskCommand; onDeleted: () => void }) {
  if (command === 'delete') return <DeleteDialog {...rest} onDeleted={onDeleted} />;
  const CommandDialog = dialogs[command];
  return (
    <DialogDraft name={`task:${rest.task.taskGuid}:${command}`}>
      <CommandDialog {...rest} />
    </DialogDraft>
  );
}

const dialogs = {
  change: ChangeDialog,
  complete: CompleteDialog,
  verify: VerifyDialog,
  reopen: ReopenDialog,
  cancel: CancelDialog,
} as const;

const useToday = (): string => todayIn(useStarted().organization.timeZone);

function ChangeDialog({ task, onClose }: TaskDialogProps) {
  const today = useToday();
  const form = useTaskForm(task, useCommand(changeTask), changeTaskRequest, {
    start: fieldValuesOf(task),
    bodyOf: requestFields,
    check: (typed) => taskErrors(typed, today, task.dueDate),
    done: () => 'The action was changed',
    onClose,
  });
  return (
    <FormDialog
      form={form}
      refused="The action was not changed"
      title={commandLabels.change}
      confirmLabel="Save action"
      icon={<IconPencil size={20} aria-hidden />}
      onClose={onClose}
    >
      <TaskFields form={form} named={[task.responsible, task.verifier]} />
    </FormDialog>
  );
}

function CompleteDialog({ task, onClose }: TaskDialogProps) {
  const today = useToday();
  const { user } = useStarted();
  const isOwnCheck = task.verifier.userGuid === user.guid;
  const form = useTaskForm(task, useCommand(completeTask), completeTaskRequest, {
    start: { comment: '' },
    bodyOf: ({ comment }) => ({ comment: comment.trim() || null }),
    done: () => 'The action was completed',
    onClose,
  });
  return (
    <FormDialog
      form={form}
      refused="The action was not completed"
      title={commandLabels.complete}
      text={`${headingOf(task.description)}. By ${formatDay(addDays(today, VERIFY_WITHIN_DAYS))}, ${isOwnCheck ? 'an admin' : nameWithin(task.verifier.name)} is asked whether it worked.`}
      icon={<IconCircleCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="What was done" optional {...form.typed('comment')} />
    </FormDialog>
  );
}

const results: readonly { value: VerificationResult; label: string; hint: string }[] = [
  { value: 'EFFECTIVE', label: 'It worked', hint: 'The action is verified' },
  { value: 'NOT_EFFECTIVE', label: 'It did not work', hint: 'The action is open again' },
];

function VerifyDialog({ task, onClose }: TaskDialogProps) {
  const today = useToday();
  const form = useTaskForm(task, useCommand(verifyTask), verifyTaskRequest, {
    start: { result: '' as VerificationResult | '', comment: '', dueDate: '' },
    // Nothing is sent before a result is chosen, so the default does not matter.
    bodyOf: ({ result, comment, dueDate }) => ({
      result: result || 'EFFECTIVE',
      comment: comment.trim() || null,
      dueDate: result === 'NOT_EFFECTIVE' && dueDate ? dueDate : null,
    }),
    check: ({ result, comment, dueDate }) => {
      if (!result) return [{ field: 'result', message: 'Say whether it worked' }];
      if (result === 'EFFECTIVE') return [];
      return [
        ...(comment.trim() ? [] : [{ field: 'comment', message: fieldTexts.notEffectiveMissing }]),
        ...dueErrors(dueDate, today),
      ];
    },
    done: ({ result }) => (result === 'EFFECTIVE' ? 'The action was verified' : 'The action is open again'),
    onClose,
  });
  const result = useChosen(form, 'result', 'comment', 'dueDate');
  const failed = result.value === 'NOT_EFFECTIVE';
  return (
    <FormDialog
      form={form}
      refused="The action was not checked"
      title={commandLabels.verify}
      text={headingOf(task.description)}
      icon={<IconChecks size={20} aria-hidden />}
      onClose={onClose}
    >
      <FieldStack>
        <ChoiceField label="Did it work?" options={results} {...result} value={result.value || null} />
        <TextArea label={failed ? 'What did not work' : 'Comment'} optional={!failed} {...form.typed('comment')} />
        {failed && (
          <DateField label={`New ${fieldLabels.dueDate.toLowerCase()}`} min={today} {...form.typed('dueDate')} />
        )}
      </FieldStack>
    </FormDialog>
  );
}

function ReopenDialog({ task, onClose }: TaskDialogProps) {
  const today = useToday();
  const form = useTaskForm(task, useCommand(reopenTask), reopenTaskRequest, {
    start: { reason: '', dueDate: '' },
    bodyOf: ({ reason, dueDate }) => ({ reason: reason.trim(), dueDate }),
    check: ({ reason, dueDate }) => [
      ...(reason.trim() ? [] : [{ field: 'reason', message: fieldTexts.reasonMissing }]),
      ...dueErrors(dueDate, today),
    ],
    done: () => 'The action is open again',
    onClose,
  });
  return (
    <FormDialog
      form={form}
      refused="The action was not reopened"
      title={commandLabels.reopen}
      text={`It is then with ${nameWithin(task.responsible.name)} again.`}
      icon={<IconArrowBackUp size={20} aria-hidden />}
      onClose={onClose}
    >
      <FieldStack>
        <TextArea label="Reason" {...form.typed('reason')} />
        <DateField label={`New ${fieldLabels.dueDate.toLowerCase()}`} min={today} {...form.typed('dueDate')} />
      </FieldStack>
    </FormDialog>
  );
}

function CancelDialog({ task, onClose }: TaskDialogProps) {
  const form = useTaskForm(task, useCommand(cancelTask), cancelTaskRequest, {
    start: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => (reason.trim() ? [] : [{ field: 'reason', message: fieldTexts.reasonMissing }]),
    done: () => 'The action was cancelled',
    onClose,
  });
  return (
    <FormDialog
      form={form}
      danger
      refused="The action was not cancelled"
      title={commandLabels.cancel}
      text={`${headingOf(task.description)}. Nobody has to do it then; its history says why.`}
      icon={<IconBan size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="Reason" {...form.typed('reason')} />
    </FormDialog>
  );
}

function DeleteDialog({
  task: { taskGuid, revision, description },
  onClose,
  onDeleted,
}: TaskDialogProps & { onDeleted: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(deleteTask);
  const refetchOnConflict = useRefetchOnConflict('getTask', 'listTasks');
  return (
    <RemovalDialog
      title={commandLabels.delete}
      text={`${headingOf(description)}. It leaves every list, and there is no way back. Who would rather keep it with a reason cancels it.`}
      refused="The action was not deleted"
      done="The action was deleted"
      send={(key) =>
        send({ asked: { params: { taskGuid }, query: { organizationGuid: organization.guid } }, key, revision }).catch(
          refetchOnConflict,
        )
      }
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
