import { allContexts } from '@plimsoll/contracts/all-contexts';
import type { StreamDefinition } from '@plimsoll/contracts/kernel/stream';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import * as auditors from '@plimsoll/contracts/auditors/streams';
import * as units from '@plimsoll/contracts/units/streams';
import * as incidents from '@plimsoll/contracts/incidents/streams';
import * as integration from '@plimsoll/contracts/integration/streams';
import * as members from '@plimsoll/contracts/members/streams';
import * as staff from '@plimsoll/contracts/staff/streams';
import { auditorGrantDecider } from '../auditors/auditor-grant.ts';
import { billingDecider } from '../billing/billing-stream.ts';
import { decider, type Decider } from '../commands/decider.ts';
import { formCategoryDecider } from '../forms/categories/form-category.ts';
import { formDecider } from '../forms/form.ts';
import { invitationDecider } from '../joining/invitation.ts';
import { membershipRequestDecider } from '../joining/membership-request.ts';
import { memberDecider } from '../members/member.ts';
import { loadLineDecider } from '../metrics/load-line.ts';
import { organizationDecider } from '../organizations/organization.ts';
import { erasureRequestDecider } from '../privacy/erasures-of.ts';
import { legalHoldDecider } from '../privacy/legal-holds.ts';
import { staffAccessDecider } from '../staff/staff-access.ts';
import { taskDecider } from '../tasks/task.ts';
import { reportingGroupDecider } from '../units/reporting-group.ts';
import { worksiteDecider } from '../units/worksite.ts';

/** The state of a record, from the events of its stream. @param guid the stream's. */
type RecordFold = (events: readonly RecordedEvent[], guid: string) => unknown;

/** For records whose events each say what changed: the fold that decisions are made by. */
const decided =
  <State, Key extends readonly unknown[]>({ fold }: Pick<Decider<State, Key>, 'fold'>): RecordFold =>
  (events, guid) =>
    fold(events, guid);

/** For records whose events each hold whole values: the last value of each field. */
const lastValues = (stream: StreamDefinition<StreamKind>): RecordFold =>
  decided(decider({ stream, initial: {}, evolve: (values, { data }): object => ({ ...values, ...(data as object) }) }));

/** The last value of each field, with the record's state. */
const withState =
  (values: RecordFold, state: (events: readonly RecordedEvent[], guid: string) => string): RecordFold =>
  (events, guid) => ({ ...(values(events, guid) as object), state: state(events, guid) });

const ofDecider =
  <State extends { readonly state: string }, Key extends readonly unknown[]>({ fold }: Decider<State, Key>) =>
  (events: readonly RecordedEvent[], guid: string): string =>
    fold(events, guid).state;

const endedBy =
  (type: string, ended: string) =>
  (events: readonly RecordedEvent[]): string =>
    events.some((event) => event.type === type) ? ended : 'ACTIVE';

/** Kinds of records whose replay shows more than the last value of each field. */
const ownFolds = {
  task: decided(taskDecider),
  worksite: withState(lastValues(units.worksiteStream), ofDecider(worksiteDecider)),
  'reporting-group': withState(lastValues(units.reportingGroupStream), ofDecider(reportingGroupDecider)),
  member: withState(lastValues(members.memberStream), ofDecider(memberDecider)),
  invitation: withState(lastValues(members.invitationStream), ofDecider(invitationDecider)),
  'membership-request': withState(lastValues(members.membershipRequestStream), ofDecider(membershipRequestDecider)),
  organization: decided(organizationDecider),
  'load-line': decided(loadLineDecider),
  'erasure-request': decided(erasureRequestDecider),
  'legal-hold': decided(legalHoldDecider),
  'staff-access': withState(lastValues(staff.staffAccessStream), ofDecider(staffAccessDecider)),
  'api-key': withState(lastValues(integration.apiKeyStream), endedBy('ApiKeyRevoked', 'REVOKED')),
  webhook: withState(lastValues(integration.webhookStream), endedBy('WebhookRemoved', 'REMOVED')),
  form: decided(formDecider),
  'form-category': decided(formCategoryDecider),
  'saved-view': withState(lastValues(incidents.savedViewStream), endedBy('SavedViewRemoved', 'REMOVED')),
  billing: decided(billingDecider),
  'auditor-grant': withState(lastValues(auditors.auditorGrantStream), ofDecider(auditorGrantDecider)),
} satisfies Partial<Record<StreamKind, RecordFold>>;

/** How the events of each kind of record are folded for its replay; incidents are shown as they are everywhere. */
export const recordFolds = {
  ...Object.fromEntries(
    allContexts
      .flatMap(({ streams }): readonly StreamDefinition[] => streams)
      .filter(({ kind }) => kind !== 'incident')
      .map((stream) => [stream.kind, lastValues(stream as StreamDefinition<StreamKind>)]),
  ),
  ...ownFolds,
} as Readonly<Record<Exclude<StreamKind, 'incident'>, RecordFold>>;

/** Converts a state to JSON: sets to lists, maps to objects. */
export function asJson(state: unknown): unknown {
  if (state instanceof Set) return [...state].map(asJson);
  if (state instanceof Map) return Object.fromEntries([...state].map(([name, value]) => [String(name), asJson(value)]));
  if (Array.isArray(state)) return state.map(asJson);
  if (state === null || typeof state !== 'object') return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, asJson(value)]));
}
