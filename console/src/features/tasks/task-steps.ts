import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import type { TaskCommand } from '@plimsoll/contracts/tasks/vocabulary';
import { formatInstant } from '../../lib/format/time.ts';
import type { RailStep } from '../../ui/data/WorkflowRail.tsx';
import { commandWords, holderOf, holderWords, nextDayWords } from './labels.ts';

type Standing = Pick<
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
export function taskSteps(task: Standing, viewerGuid: string, zone: string, today: string, at: Date): RailStep[] {
  const { status, createdBy, createdAt, completedBy, completedAt, history } = task;
  const said = (name: string, instant: string) => `${name}, ${formatInstant(instant, zone, { now: at })}`;
  const last = history.at(-1);
  const ended = last && said(last.actor.name, last.at);
  const asked: RailStep = { key: 'asked', label: 'Asked for', state: 'done', by: said(createdBy.name, createdAt) };
  if (status === 'CANCELLED') return [asked, { key: 'cancelled', label: 'Cancelled', state: 'now', by: ended }];

  const since = nextDayWords(task, today);
  const holder = holderOf(task);
  const withThem = holder !== null &&
    since !== null && {
      holder: {
        name: holder === 'ADMINS' ? 'Admins' : holder.name,
        words: `With ${holderWords(task, viewerGuid)}`,
        since,
      },
    };
  if (status === 'VERIFIED') return [asked, doneStep(), { key: 'checked', label: 'Verified', state: 'now', by: ended }];
  if (status === 'COMPLETED')
    return [asked, doneStep(), { key: 'checked', label: 'To be checked', state: 'now', ...withThem }];
  return [
    asked,
    { key: 'done', label: 'To be done', state: 'now', ...withThem },
    { key: 'checked', label: 'Checked whether it worked', state: 'next' },
  ];

  function doneStep(): RailStep {
    return {
      key: 'done',
      label: 'Completed',
      state: 'done',
      by: completedBy && completedAt ? said(completedBy.name, completedAt) : undefined,
    };
  }
}

const leads: readonly TaskCommand[] = ['complete', 'verify'];
const order: readonly TaskCommand[] = ['change', 'reopen', 'cancel', 'delete'];

export interface TaskAction {
  command: TaskCommand;
  label: string;
}

/** Buttons for the commands that the API allows, the next step first. */
export function taskActions(allowed: readonly TaskCommand[]): { primary: TaskAction | null; secondary: TaskAction[] } {
  const action = (command: TaskCommand): TaskAction => ({ command, label: `${commandWords[command]}…` });
  const lead = leads.find((command) => allowed.includes(command));
  return {
    primary: lead ? action(lead) : null,
    secondary: order.filter((command) => allowed.includes(command)).map(action),
  };
}
