import { holds, type PermissionHolder } from '../permissions/permissions.ts';
import { taskCommands, type TaskCommand, type TaskState } from './vocabulary.ts';

/**
 * C made it, P responsible, Z verifier; V reviewer and A approver of its incident; M modifies for others, X always
 * modifies.
 */
type Party = 'C' | 'P' | 'Z' | 'V' | 'A' | 'M' | 'X';

const may = (parties: string): readonly Party[] => parties.split(' ') as Party[];
const tS: readonly Party[] = [];

/** Corrective actions, with a column for each state; where nobody may, it is the state that refuses. */
const table: Readonly<Record<TaskCommand, Readonly<Record<TaskState, readonly Party[]>>>> = {
  change: { OPEN: may('C M X'), COMPLETED: tS, VERIFIED: tS, CANCELLED: tS },
  complete: { OPEN: may('P C M X'), COMPLETED: tS, VERIFIED: tS, CANCELLED: tS },
  verify: { OPEN: tS, COMPLETED: may('Z C V A M X'), VERIFIED: tS, CANCELLED: tS },
  reopen: { OPEN: tS, COMPLETED: may('C M X'), VERIFIED: may('C M X'), CANCELLED: may('C M X') },
  cancel: { OPEN: may('C M X'), COMPLETED: tS, VERIFIED: tS, CANCELLED: tS },
  delete: { OPEN: may('C X'), COMPLETED: tS, VERIFIED: tS, CANCELLED: tS },
};

/** What deciding who may do what needs of a corrective action. */
export interface TaskStanding {
  readonly state: TaskState;
  readonly createdByGuid: string;
  readonly responsibleGuid: string;
  readonly verifierGuid: string;
  readonly completedByGuid: string | null;
  /** One that ever was is not deleted any more. */
  readonly wasCompleted: boolean;
}

/** Who reviews and approves its incident, and whether the one who asks sees that. */
export interface OfIncident {
  readonly reviewerGuid: string | null;
  readonly approverGuid: string | null;
  readonly isSeen: boolean;
}

const is: Readonly<Record<Party, (task: TaskStanding, incident: OfIncident, viewer: PermissionHolder) => boolean>> = {
  C: ({ createdByGuid }, _, { userGuid }) => createdByGuid === userGuid,
  P: ({ responsibleGuid }, _, { userGuid }) => responsibleGuid === userGuid,
  Z: ({ verifierGuid }, _, { userGuid }) => verifierGuid === userGuid,
  V: (_, { reviewerGuid }, { userGuid }) => reviewerGuid === userGuid,
  A: (_, { approverGuid }, { userGuid }) => approverGuid === userGuid,
  M: (_, { isSeen }, viewer) => isSeen && holds(viewer, 'MODIFY_EVENTS_ON_OTHERS_BEHALF'),
  X: (_, { isSeen }, viewer) => isSeen && holds(viewer, 'ALWAYS_MODIFY_EVENTS'),
};

const cellOf = (command: TaskCommand, { state, wasCompleted }: TaskStanding): readonly Party[] =>
  command === 'delete' && wasCompleted ? tS : table[command][state];

/**
 * Null when the actor, who sees the action, may carry the command out now; else the class that refuses it, the state's
 * before the person's.
 */
export function taskDenialReasonOf(
  command: TaskCommand,
  task: TaskStanding,
  incident: OfIncident,
  actor: PermissionHolder,
): 'TaskStateConflict' | 'Forbidden' | null {
  const cell = cellOf(command, task);
  if (cell.length === 0) return 'TaskStateConflict';
  // Nobody checks what they have completed themselves.
  if (command === 'verify' && task.completedByGuid === actor.userGuid) return 'Forbidden';
  return cell.some((party) => is[party](task, incident, actor)) ? null : 'Forbidden';
}

/** Commands that a user who sees the task may run now. */
export const allowedTaskCommands = (
  task: TaskStanding,
  incident: OfIncident,
  viewer: PermissionHolder,
): TaskCommand[] => taskCommands.filter((command) => taskDenialReasonOf(command, task, incident, viewer) === null);

/** Whether a user who sees a live incident may create a task for it: its participants, M and X. */
export const mayAddTask = (isOwnIncident: boolean, viewer: PermissionHolder): boolean =>
  isOwnIncident || holds(viewer, 'MODIFY_EVENTS_ON_OTHERS_BEHALF') || holds(viewer, 'ALWAYS_MODIFY_EVENTS');
