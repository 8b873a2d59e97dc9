import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldedGrant } from '../auditors/auditor-grant.ts';
import { foldedBilling } from '../billing/billing-stream.ts';
import type { Folded } from '../commands/execute.ts';
import { foldedCategory } from '../forms/form-category.ts';
import { foldedForm } from '../forms/form.ts';
import { armed, evolveLoadLine } from '../metrics/load-line.ts';
import { foldedInvitation } from '../joining/invitation.ts';
import { foldedMember } from '../members/member.ts';
import { foldedRequest } from '../joining/membership-request.ts';
import { evolveOrganization, notFounded } from '../organizations/organization.ts';
import { foldedGroup } from '../units/reporting-group.ts';
import { foldedWorksite } from '../units/worksite.ts';
import { foldedRequests } from '../privacy/erasures-of.ts';
import { foldedHolds } from '../privacy/legal-holds.ts';
import { foldedStaffAccess } from '../staff/staff-access.ts';
import { evolveRecorded as evolveTask } from '../tasks/task-log.ts';
import { noTask } from '../tasks/task.ts';

/** Folds the events of a record into its state for a replay. @param guid of the record. */
type RecordFold = (events: readonly RecordedEvent[], guid: string, tenant: string) => unknown;

/** For records whose events describe changes: the fold that their decisions use. */
const folded =
  <State>(of: (guid: string, tenant: string) => Pick<Folded<State>, 'initial' | 'evolve'>): RecordFold =>
  (events, guid, tenant) => {
    const { initial, evolve } = of(guid, tenant);
    return events.reduce(evolve, initial);
  };

/** For records whose events contain complete values: merges them, the last one wins. */
const said: RecordFold = (events) => Object.assign({}, ...events.map(({ data }) => data)) as object;

/** The same, with the record's status. */
const saidAnd =
  (stands: RecordFold): RecordFold =>
  (events, guid, tenant) => {
    const { state } = stands(events, guid, tenant) as { readonly state: string };
    return { ...(said(events, guid, tenant) as object), state };
  };

const endedBy =
  (type: string, ended: string): RecordFold =>
  (events) => ({ state: events.some((event) => event.type === type) ? ended : 'ACTIVE' });

/** Fold of each kind of record; incidents use the representation of their own queries. */
export const recordFolds: Readonly<Record<Exclude<StreamKind, 'incident'>, RecordFold>> = {
  task: folded(() => ({ initial: noTask, evolve: evolveTask })),
  worksite: saidAnd(folded((guid) => foldedWorksite(guid))),
  'reporting-group': saidAnd(folded((guid) => foldedGroup(guid))),
  member: saidAnd(folded((guid, tenant) => foldedMember(tenant, guid))),
  'user-group': said,
  invitation: saidAnd(folded((guid) => foldedInvitation(guid))),
  'membership-request': saidAnd(folded((guid) => foldedRequest(guid))),
  organization: folded(() => ({ initial: notFounded, evolve: evolveOrganization })),
  'monthly-metrics': said,
  'load-lines': said,
  'load-line': folded(() => ({ initial: armed, evolve: evolveLoadLine })),
  erasure: said,
  'erasure-request': folded((guid) => foldedRequests(guid)),
  'legal-hold': folded((_, tenant) => foldedHolds(tenant)),
  'staff-access': saidAnd(folded((guid) => foldedStaffAccess(guid))),
  'api-key': saidAnd(endedBy('ApiKeyRevoked', 'REVOKED')),
  webhook: saidAnd(endedBy('WebhookRemoved', 'REMOVED')),
  'kafka-export': said,
  form: folded((guid) => foldedForm(guid)),
  'form-category': folded((guid) => foldedCategory(guid)),
  'saved-view': saidAnd(endedBy('SavedViewRemoved', 'REMOVED')),
  'incident-export': said,
  billing: folded((_, tenant) => foldedBilling(tenant)),
  'audit-bundle': said,
  'auditor-grant': saidAnd(folded((guid) => foldedGrant(guid))),
  'access-log': said,
  checkpoint: said,
  // These are in the installation's log, where organizations do not look them up.
  user: said,
  'registered-organization': said,
  'organization-domain': said,
  catalogue: said,
};

/** Converts a state to JSON: sets to lists, maps to objects. */
export function asJson(state: unknown): unknown {
  if (state instanceof Set) return [...state].map(asJson);
  if (state instanceof Map) return Object.fromEntries([...state].map(([name, value]) => [String(name), asJson(value)]));
  if (Array.isArray(state)) return state.map(asJson);
  if (state === null || typeof state !== 'object') return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, asJson(value)]));
}
