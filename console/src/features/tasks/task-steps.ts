import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import type { TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { formatInstant } from '../../lib/format/time.ts';
import type { RailStep } from '../../ui/data/WorkflowRail.tsx';
import { awaitsCheck, commandLabels, holderOf, holderText, nextDateText } from './labels.ts';

type TaskState = Pick<
  TaskDetail,
  | 'status'
  | 'responsible'
  | 'verifier'
  | 'completedBy'
  | 'completedAt'
  | 'createdBy'
  | 'createdAt'
  | 'dueDate'
  | 'verifyBy'
  | 'history'
>;

/** Steps of an action's workflow: who requested it, who does it by when, and who checks it. */
export function taskSteps(task: TaskState, viewerGuid: string, zone: string, today: string, at: Date): RailStep[] {
  const { status, createdBy, createdAt, completedBy, completedAt, history } = task;
  const byline = (name: string, instant: string) => `${name}, ${formatInstant(instant, zone, { now: at })}`;
  const last = history.at(-1);
  const ended = last && byline(last.actor.name, last.at);
  const requestedStep: RailStep = {
    key: 'asked',
    label: 'Asked for',
    state: 'done',
    by: byline(createdBy.name, createdAt),
  };
  if (status === 'CANCELLED') return [requestedStep, { key: 'cancelled', label: 'Cancelled', state: 'now', by: ended }];

  const since = nextDateText(task, today);
  const holder = holderOf(task);
  const withThem = holder !== null &&
    since !== null && {
      holder: {
        name: holder === 'ADMINS' ? 'Admins' : holder.name,
        words: `With ${holderText(task, viewerGuid)}`,
        since,
      },
    };
  if (status === 'VERIFIED')
    return [requestedStep, doneStep(), { key: 'checked', label: 'Verified', state: 'now', by: ended }];
  if (awaitsCheck(status))
    return [requestedStep, doneStep(), { key: 'checked', label: 'To be checked', state: 'now', ...withThem }];
  return [
    requestedStep,
    { key: 'done', label: 'To be done', state: 'now', ...withThem },
    { key: 'checked', label: 'Checked whether it worked', state: 'next' },
  ];

  function doneStep(): RailStep {
    return {
      key: 'done',
      label: 'Completed',
      state: 'done',
      by: completedBy && completedAt ? byline(completedBy.name, completedAt) : undefined,
    };
  }
}

const primaryCommands: readonly TaskCommand[] = ['complete', 'verify'];
const secondaryCommands: readonly TaskCommand[] = ['change', 'reopen', 'cancel', 'delete'];

export interface TaskAction {
  command: TaskCommand;
  label: string;
}

/** Buttons for the commands that the API allows, the next step first. */
export function taskActions(allowed: readonly TaskCommand[]): { primary: TaskAction | null; secondary: TaskAction[] } {
  const action = (command: TaskCommand): TaskAction => ({ command, label: `${commandLabels[command]}…` });
  const lead = primaryCommands.find((command) => allowed.includes(command));
  return {
    primary: lead ? action(lead) : null,
    secondary: secondaryCommands.filter((command) => allowed.includes(command)).map(action),
  };
}
