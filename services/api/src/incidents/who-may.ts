import type { ErrorClass } from '@plimsoll/contracts/errors';
import { incidentCommands, incidentStates, type IncidentCommand, type IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { Permission } from '@plimsoll/contracts/permissions';
import type { Viewer } from '@plimsoll/projections/viewer';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { endsWithApproval, type Deleted, type Incident, type LiveIncident } from './incident.ts';
import { holds, maySee } from './may-see.ts';

/** R reporter or who entered it, M modifies for others, V reviewer, A approver, q who asked for the step, X always modifies. */
type Party = 'R' | 'M' | 'V' | 'A' | 'q' | 'X';

/** Who may, and what the others are told. Where nobody may, it is the state that refuses. */
interface Cell {
  readonly may: readonly Party[];
  readonly others: ErrorClass;
}

const may = (parties: string, others: ErrorClass = 'Forbidden'): Cell => ({ may: parties.split(' ') as Party[], others });
const nobody = (others: ErrorClass): Cell => ({ may: [], others });

const c1 = nobody('ApprovedEventCannotBeModified');
const cE = nobody('EventAlreadyApproved');
const cR = nobody('EventAlreadyReviewed');
const cA = nobody('ApprovalWithoutAssignedApprover');
const cS = nobody('EventStateConflict');

/** The workflow, with a column for each of `incidentStates`. */
const table: Readonly<Record<IncidentCommand, readonly Cell[]>> = {
  //                 REPORTED      RETURNED      REVIEW_REQUESTED REVIEWED    APPROVAL_REQUESTED APPROVED                               CLOSED
  'amend':           [may('R M X'), may('R M X'), may('R M V X'), may('V X'), may('A X'),   c1,                                         may('R M X')],
  'request-review':  [may('R M X'), may('R M X'), may('V q X'),   cR,         cR,           c1,                                         cS],
  'review':          [cS,           cS,           may('V'),       may('V'),   cR,           c1,                                         cS],
  'return':          [cS,           cS,           may('V X'),     cS,         may('A X'),   c1,                                         cS],
  'request-approval':[cS,           cS,           cS,             may('V X'), may('A q X'), c1,                                         cS],
  'approve':         [cA,           cA,           cA,             cA,         may('A'),     cE,                                         cA],
  'reopen':          [cS,           cS,           cS,             cS,         cS,           may('X', 'ApprovedEventCannotBeModified'),  cS],
  'delete':          [may('R X'),   may('R X'),   may('X'),       may('X'),   may('X'),     c1,                                         may('X')],
  'restore':         [cS,           cS,           cS,             cS,         cS,           cS,                                         cS],
};

const columns = Object.fromEntries(incidentStates.map((state, index) => [state, index])) as Record<IncidentState, number>;

function cellOf(command: IncidentCommand, incident: LiveIncident): Cell {
  if (command === 'request-approval' && incident.state === 'REVIEWED' && !endsWithApproval(incident)) return cS;
  return table[command][columns[incident.state]]!;
}

const is: Readonly<Record<Party, (incident: LiveIncident, viewer: Viewer) => boolean>> = {
  R: (incident, { userGuid }) => incident.reporterGuid === userGuid || incident.enteredByGuid === userGuid,
  M: (_, viewer) => holds(viewer, 'MODIFY_EVENTS_ON_OTHERS_BEHALF'),
  V: (incident, { userGuid }) => 'reviewerGuid' in incident && incident.reviewerGuid === userGuid,
  A: (incident, { userGuid }) => 'approverGuid' in incident && incident.approverGuid === userGuid,
  q: (incident, { userGuid }) => 'askedByGuid' in incident && incident.askedByGuid === userGuid,
  X: (_, viewer) => holds(viewer, 'ALWAYS_MODIFY_EVENTS'),
};

/** What a named person must hold when acting, and the answer without it. */
const demands: Readonly<Partial<Record<Party, readonly [Permission, ErrorClass]>>> = {
  V: ['REVIEW_EVENTS', 'MissingAssignedReviewer'],
  A: ['APPROVE_EVENTS', 'MissingAssignedApprover'],
};

function weigh(command: IncidentCommand, incident: LiveIncident, actor: Viewer) {
  const cell = cellOf(command, incident);
  const concerned = cell.may.filter((party) => is[party](incident, actor));
  const able = concerned.filter((party) => !demands[party] || holds(actor, demands[party][0]));
  return { cell, concerned, able };
}

/** The one who acts, with what he holds. */
export interface Acting {
  readonly actor: Viewer;
}

/**
 * Null when the actor, who sees the incident, may carry the command out now. Else, in this order: the state refuses
 * (409), he is named but no longer holds what it takes (400), he is not in the cell (403).
 */
export function refusalOf(command: IncidentCommand, incident: LiveIncident, { actor }: Acting): Refusal | null {
  const { cell, concerned, able } = weigh(command, incident, actor);
  const isRefusedByState = cell.may.length === 0 || (concerned.length === 0 && cell.others !== 'Forbidden');
  if (isRefusedByState) return refuse(cell.others, { facts: standing(incident, actor) });
  if (able.length > 0) return null;
  return refuse(concerned.length > 0 ? demands[concerned[0]!]![1] : 'Forbidden');
}

const standing = (incident: LiveIncident, actor: Viewer) => ({
  currentRevision: incident.revision,
  state: incident.state,
  allowedCommands: liveCommands(incident, actor),
});

const liveCommands = (incident: LiveIncident, viewer: Viewer): IncidentCommand[] =>
  incidentCommands.filter((command) => weigh(command, incident, viewer).able.length > 0);

/** What the viewer may do now. */
export function allowedCommands(incident: Incident, viewer: Viewer, now: Date): IncidentCommand[] {
  if (maySee(incident, viewer) !== null || incident.state === 'UNREPORTED') return [];
  if (incident.state === 'DELETED') return canBeRestored(incident, now) ? ['restore'] : [];
  return liveCommands(incident, viewer);
}

const thirtyDays = 30 * 86_400_000;

/** Deleted incidents come back for 30 days. */
export const canBeRestored = (incident: Deleted, now: Date): boolean => now.getTime() - incident.deletedAt.getTime() <= thirtyDays;

/** Decides on an incident that is there and that the actor may see; else it is 404, or 403 for others' incidents. */
export function onSeenIncident<Event>(incident: Incident, actor: Viewer, decide: (incident: LiveIncident) => Decision<Event>): Decision<Event> {
  const unseen = maySee(incident, actor);
  if (unseen) return unseen;
  if (incident.state === 'UNREPORTED' || incident.state === 'DELETED') return refuse('EventNotFound');
  return decide(incident);
}
