import fc from 'fast-check';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { type IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { incidentCommands } from '@plimsoll/contracts/incidents/policy';
import { eventWorkflows, type EventWorkflow } from '@plimsoll/contracts/organizations/events';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { facts, guidOf, snapshotOf, viewer } from '../../test/incidents/sample-incident.ts';
import { rules } from '../../test/incidents/workflow-table.ts';
import { isRefusal, type Decision } from '../commands/decision.ts';
import { evolve, initialState, type Incident, type Rating } from './incident.ts';
import { maySee } from './may-see.ts';
import { restoreIncident } from './restore-incident.rule.ts';
import { allowedCommands, onSeenIncident } from './policy.ts';

const people: Viewer[] = [
  viewer(1),
  viewer(2, 'REVIEW_EVENTS', 'ASSIGN_SELF_EVENT_REVIEW'),
  viewer(3, 'REVIEW_EVENTS', 'APPROVE_EVENTS'),
  viewer(4, 'APPROVE_EVENTS', 'ASSIGN_SELF_EVENT_APPROVE'),
  viewer(5, 'MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS'),
  viewer(6, 'ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'),
  viewer(7, 'VIEW_OTHER_USERS_EVENTS'),
  { userGuid: guidOf(8), isAdmin: true, permissions: new Set(), userGroupNames: [], reportingGroupGuid: null },
];
const dayMs = 86_400_000;
const start = Date.parse('2026-03-10T12:00:00Z');

const attempt = fc.record({
  command: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...incidentCommands.filter((command) => command !== 'delete')) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  actor: fc.nat(people.length - 1),
  named: fc.nat(people.length - 1),
  rating: fc.tuple(fc.option(fc.integer({ min: 0, max: 5 }), { freq: 6 }), fc.integer({ min: 0, max: 5 })),
  description: fc.constantFrom('One.', 'Two.'),
  daysLater: fc.constantFrom(...Array<number>(100).fill(0), 31),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

function decide(
  { command, named, rating: [severity, likelihood], description }: Attempt,
  actor: Viewer,
  receivedAt: Date,
  incident: Incident,
): Decision<IncidentEvent> {
  if (command === 'restore') return restoreIncident({ actor, receivedAt }, incident);
  const person = people[named]!;
  const attempted = { actor, reviewer: person, approver: person, receivedAt, description, severity, likelihood };
  return onSeenIncident(incident, actor, (live) => rules[command](attempted, live));
}

interface Widened {
  state: IncidentState;
  workflow: EventWorkflow;
  reviewerGuid: string | null;
  approverGuid: string | null;
  askedByGuid: string | null;
  holderGuids: readonly string[];
  rating: Rating | null;
}

/** Invariants of every state, checked without the state types. */
function whatIsIllegal(incident: Incident): string[] {
  if (incident.state === 'UNREPORTED') return ['it was reported'];
  if (incident.state === 'DELETED') {
    const { before } = incident;
    return [
      ...whatIsIllegal({ ...before, deletedAt: null, deletedByGuid: null }),
      ...((before.state as string) === 'APPROVED' ? ['approved ones cannot be deleted'] : []),
      ...(before.deletedByGuid ? [] : ['somebody deleted it']),
    ];
  }
  const { state, workflow, reviewerGuid, approverGuid, askedByGuid, holderGuids, rating } = incident as Widened;
  const among = (...states: IncidentState[]) => states.includes(state);
  const isHeld = !among('APPROVED', 'CLOSED') && !(state === 'REVIEWED' && workflow === 'REVIEW');
  const rules: [string, boolean][] = [
    ['closed without a workflow, and only then', (state === 'CLOSED') === (workflow === 'NONE')],
    [
      'approval only where the workflow has one',
      !among('APPROVAL_REQUESTED', 'APPROVED') || workflow === 'REVIEW_AND_APPROVAL',
    ],
    [
      'a reviewer from the request on, and only then',
      among('REVIEW_REQUESTED', 'REVIEWED', 'APPROVAL_REQUESTED', 'APPROVED') === (typeof reviewerGuid === 'string'),
    ],
    [
      'an approver from the request on, and only then',
      among('APPROVAL_REQUESTED', 'APPROVED') === (typeof approverGuid === 'string'),
    ],
    [
      'somebody asked for a step that waits, and for no other',
      among('REVIEW_REQUESTED', 'APPROVAL_REQUESTED') === (typeof askedByGuid === 'string'),
    ],
    [
      'somebody holds what is not done',
      isHeld === holderGuids.length > 0 && (holderGuids.length === 0) === (incident.holderSince === null),
    ],
    [
      'those who hold it are whom the state names',
      !isHeld ||
        String(holderGuids) ===
          String(
            among('REPORTED', 'RETURNED')
              ? [...new Set([incident.reporterGuid, incident.enteredByGuid])]
              : [among('REVIEW_REQUESTED', 'REVIEWED') ? reviewerGuid : approverGuid],
          ),
    ],
    ['a rating from the review on', !among('REVIEWED', 'APPROVAL_REQUESTED', 'APPROVED') || rating !== null],
    [
      'the rating that is kept is the one that is shown',
      (rating?.severity ?? null) === incident.severity && (rating?.likelihood ?? null) === incident.likelihood,
    ],
    [
      'changed since the review only after one',
      !incident.changedSinceReview || among('REVIEWED', 'APPROVAL_REQUESTED', 'APPROVED'),
    ],
    [
      'the named go on seeing it',
      (reviewerGuid === null || incident.pastReviewers.includes(reviewerGuid)) &&
        (approverGuid === null || incident.pastApprovers.includes(approverGuid)),
    ],
    [
      'an approved revision before this one',
      incident.approvedRevision === null ? state !== 'APPROVED' : incident.approvedRevision < incident.revision,
    ],
    ['not deleted', incident.deletedAt === null && incident.deletedByGuid === null],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

const picture = (incident: Incident) =>
  JSON.stringify(incident, (_, value: unknown) => (value instanceof Set ? [...value] : value));

test('no sequence of commands leads to an illegal state; a refusal writes nothing; what is called allowed is', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...eventWorkflows),
      fc.boolean(),
      fc.array(attempt, { maxLength: 300, size: 'max' }),
      (workflow, isSensitive, attempts) => {
        const form = { ...snapshotOf(nearMissForm), workflow, isSensitive };
        const data = {
          reporterGuid: guidOf(1),
          enteredByGuid: guidOf(1),
          form,
          isQuick: false,
          isUrgent: false,
          ...facts,
        };
        let time = start;
        let incident = evolve(initialState, {
          type: 'IncidentReported',
          data,
          revision: 1,
          byGuid: guidOf(1),
          at: new Date(time).toISOString(),
        });
        for (const step of attempts) {
          time += step.daysLater * dayMs + 1;
          const actor = people[step.actor]!;
          const before = picture(incident);
          const decision = decide(step, actor, new Date(time), incident);
          expect(picture(incident)).toBe(before);
          if (maySee(incident, actor)) expect(isRefusal(decision)).toBe(true);
          if (isRefusal(decision)) {
            if (decision.refused === 'EventStateConflict')
              expect(decision.facts).toMatchObject({ state: incident.state, currentRevision: incident.revision });
            continue;
          }
          expect(allowedCommands(incident, actor, new Date(time))).toContain(step.command);
          for (const event of decision)
            incident = evolve(incident, {
              ...event,
              revision: incident.revision + 1,
              byGuid: actor.userGuid,
              at: new Date(time).toISOString(),
            });
          expect(whatIsIllegal(incident)).toEqual([]);
          reached.add(incident.state);
        }
      },
    ),
    { numRuns: 200, seed: 1876 },
  );
  // The test proves little unless it reaches every state.
  expect([...reached].sort()).toEqual([
    'APPROVAL_REQUESTED',
    'APPROVED',
    'CLOSED',
    'DELETED',
    'REPORTED',
    'RETURNED',
    'REVIEWED',
    'REVIEW_REQUESTED',
  ]);
});
