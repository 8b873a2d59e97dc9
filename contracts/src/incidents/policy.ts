import type { ErrorClass } from '../errors/errors.ts';
import { holds, type Permission, type PermissionHolder } from '../permissions/permissions.ts';
import type { IncidentProgress } from './progress.ts';
import { incidentStates, type IncidentState } from './vocabulary.ts';

/**
 * R reporter or who entered it, M modifies for others, V reviewer, A approver, q who asked for the step, X always
 * modifies.
 */
type Party = 'R' | 'M' | 'V' | 'A' | 'q' | 'X';

/** Who may, and the error class for all others. If nobody may, the state refuses. */
interface Cell {
  readonly may: readonly Party[];
  readonly others: ErrorClass;
}

const may = (parties: string, others: ErrorClass = 'Forbidden'): Cell => ({
  may: parties.split(' ') as Party[],
  others,
});
const nobody = (others: ErrorClass): Cell => ({ may: [], others });

const c1 = nobody('ApprovedEventCannotBeModified');
const cE = nobody('EventAlreadyApproved');
const cR = nobody('EventAlreadyReviewed');
const cA = nobody('ApprovalWithoutAssignedApprover');
const cS = nobody('EventStateConflict');

/** The workflow, with a column for each of `incidentStates`. */
const table = {
  // REPORTED      RETURNED      REVIEW_REQUESTED REVIEWED    APPROVAL_REQUESTED APPROVED
  // CLOSED
  amend: [may('R M X'), may('R M X'), may('R M V X'), may('V X'), may('A X'), c1, may('R M X')],
  'request-review': [may('R M X'), may('R M X'), may('V q X'), cR, cR, c1, cS],
  review: [cS, cS, may('V'), may('V'), cR, c1, cS],
  return: [cS, cS, may('V X'), cS, may('A X'), c1, cS],
  'request-approval': [cS, cS, cS, may('V X'), may('A q X'), c1, cS],
  approve: [cA, cA, cA, cA, may('A'), cE, cA],
  reopen: [cS, cS, cS, cS, cS, may('X', 'ApprovedEventCannotBeModified'), cS],
  delete: [may('R X'), may('R X'), may('X'), may('X'), may('X'), c1, may('X')],
  restore: [cS, cS, cS, cS, cS, cS, cS],
} satisfies Readonly<Record<string, readonly Cell[]>>;

export type IncidentCommand = keyof typeof table;
export const incidentCommands = Object.keys(table) as [IncidentCommand, ...IncidentCommand[]];

/**
 * The row for adding files (`spec: 6-forms-evidence-actions`, Attachments). Those who may amend
 * may change or delete them.
 */
const addingFiles: readonly Cell[] = incidentStates.map((state) => (state === 'APPROVED' ? c1 : may('R M V A X')));

const columns = Object.fromEntries(incidentStates.map((state, index) => [state, index])) as Record<
  IncidentState,
  number
>;

/** An approval follows only where the workflow has one. */
function cellOf(command: IncidentCommand | 'add-file', incident: IncidentProgress): Cell {
  if (command === 'add-file') return addingFiles[columns[incident.state]]!;
  if (command === 'request-approval' && incident.state === 'REVIEWED' && incident.workflow !== 'REVIEW_AND_APPROVAL')
    return cS;
  return table[command][columns[incident.state]]!;
}

const is: Readonly<Record<Party, (incident: IncidentProgress, viewer: PermissionHolder) => boolean>> = {
  R: ({ reporterGuid, enteredByGuid }, { userGuid }) => reporterGuid === userGuid || enteredByGuid === userGuid,
  M: (_, viewer) => holds(viewer, 'MODIFY_EVENTS_ON_OTHERS_BEHALF'),
  V: ({ reviewerGuid }, { userGuid }) => reviewerGuid === userGuid,
  A: ({ approverGuid }, { userGuid }) => approverGuid === userGuid,
  q: ({ askedByGuid }, { userGuid }) => askedByGuid === userGuid,
  X: (_, viewer) => holds(viewer, 'ALWAYS_MODIFY_EVENTS'),
};

/** Whether someone who sees the incident may raise an alarm about it, in every state. */
export const mayRaiseAlarm = (incident: IncidentProgress, viewer: PermissionHolder): boolean =>
  (['R', 'V', 'A', 'M', 'X'] as const).some((party) => is[party](incident, viewer));

/** What a named person must hold when acting, and the answer without it. */
const demands: Readonly<Partial<Record<Party, readonly [Permission, ErrorClass]>>> = {
  V: ['REVIEW_EVENTS', 'MissingAssignedReviewer'],
  A: ['APPROVE_EVENTS', 'MissingAssignedApprover'],
};

function evaluate(command: IncidentCommand | 'add-file', incident: IncidentProgress, actor: PermissionHolder) {
  const cell = cellOf(command, incident);
  const concerned = cell.may.filter((party) => is[party](incident, actor));
  const able = concerned.filter((party) => !demands[party] || holds(actor, demands[party][0]));
  return { cell, concerned, able };
}

/**
 * Null when the actor, who sees the incident, may carry the command out now. Else the class that refuses it, in this
 * order: the state (409), they are named but no longer hold what it takes (400), they are not in the cell (403).
 */
export function denialReasonOf(
  command: IncidentCommand | 'add-file',
  incident: IncidentProgress,
  actor: PermissionHolder,
): { readonly className: ErrorClass; readonly isByState: boolean } | null {
  const { cell, concerned, able } = evaluate(command, incident, actor);
  const isByState = cell.may.length === 0 || (concerned.length === 0 && cell.others !== 'Forbidden');
  if (isByState) return { className: cell.others, isByState };
  if (able.length > 0) return null;
  return { className: concerned.length > 0 ? demands[concerned[0]!]![1] : 'Forbidden', isByState };
}

/** All classes that `hindranceOf` may return for a command, over all states and users. */
export const possibleDenials = (command: IncidentCommand): ErrorClass[] => [
  ...new Set<ErrorClass>([
    ...cellsOf(command).flatMap(({ may: parties, others }) => [
      'Forbidden' as const,
      others,
      ...parties.flatMap((party) => demands[party]?.[1] ?? []),
    ]),
  ]),
];

/** The row of the table, and what becomes of it where the workflow has no approval. */
const cellsOf = (command: IncidentCommand): readonly Cell[] =>
  command === 'request-approval' ? [...table[command], cS] : table[command];

const thirtyDays = 30 * 86_400_000;

/** What was deleted before this moment is not restored any more: deleted incidents come back for 30 days. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - thirtyDays);

/** The last instant at which a deleted incident comes back. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + thirtyDays).toISOString();

/** Whether a deleted incident can still be restored. */
export const canBeRestored = (deletedAt: string, now: Date): boolean => now.toISOString() <= restorableUntil(deletedAt);

/** Commands that a user who sees the incident may run now; for incidents that are not deleted. */
export const liveCommandsOf = (incident: IncidentProgress, viewer: PermissionHolder): IncidentCommand[] =>
  incidentCommands.filter((command) => evaluate(command, incident, viewer).able.length > 0);

/** Commands that a user who sees the incident may run now. A deleted one can only be restored. */
export function allowedCommandsOf(incident: IncidentProgress, viewer: PermissionHolder, now: Date): IncidentCommand[] {
  if (incident.deletedAt === null) return liveCommandsOf(incident, viewer);
  return canBeRestored(incident.deletedAt, now) ? ['restore'] : [];
}
