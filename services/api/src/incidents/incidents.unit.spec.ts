import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { incidentStates } from '@plimsoll/contracts/incidents/vocabulary';
import { incidentCommands } from '@plimsoll/contracts/incidents/policy';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { facts, guidOf, snapshotOf, viewer } from '../../test/incidents/sample-incident.ts';
import { cellCount, promised, rules, type Party } from '../../test/incidents/workflow-table.ts';
import type { Decision } from '../commands/decision.ts';
import { incidentDecider, type Incident, type LiveIncident } from './incident.ts';
import { given } from '../../test/given-when-then.ts';
import { approveIncident } from './workflow/approve-incident.rule.ts';
import { requestApproval } from './workflow/request-approval.rule.ts';
import { requestReview } from './workflow/request-review.rule.ts';
import { restoreIncident } from './restore-incident.rule.ts';
import { reviewIncident } from './workflow/review-incident.rule.ts';
import { allowedCommands, onSeenIncident } from './policy.ts';

const reporter = viewer(1);
const clerk = viewer(2, 'CREATE_EVENTS_ON_OTHERS_BEHALF');
const reviewer = viewer(3, 'REVIEW_EVENTS');
const otherReviewer = viewer(4, 'REVIEW_EVENTS');
const approver = viewer(5, 'APPROVE_EVENTS');
const otherApprover = viewer(6, 'APPROVE_EVENTS');
const modifier = viewer(7, 'MODIFY_EVENTS_ON_OTHERS_BEHALF', 'VIEW_OTHER_USERS_EVENTS');
const always = viewer(8, 'ALWAYS_MODIFY_EVENTS', 'VIEW_OTHER_USERS_EVENTS');
const onlooker = viewer(9, 'VIEW_OTHER_USERS_EVENTS');
const stranger = viewer(10);
const admin: Viewer = {
  userGuid: guidOf(11),
  isAdmin: true,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
};

const now = new Date('2026-03-10T12:00:00Z');

type Step = IncidentEvent & { by: string; at: string };
const form = { ...snapshotOf(nearMissForm), workflow: 'REVIEW_AND_APPROVAL' as const };
const by = ({ userGuid }: Viewer, event: IncidentEvent): Step => ({ ...event, by: userGuid, at: now.toISOString() });

const reported = by(clerk, {
  type: 'IncidentReported',
  data: {
    reporterGuid: reporter.userGuid,
    enteredByGuid: clerk.userGuid,
    form,
    isQuick: false,
    isUrgent: false,
    ...facts,
  },
});
const reportedAs = (changed: Partial<typeof form>): Step =>
  ({ ...reported, data: { ...reported.data, form: { ...form, ...changed } } }) as Step;
const reviewRequested = by(modifier, {
  type: 'ReviewRequested',
  data: { reviewerGuid: reviewer.userGuid, isByCallList: false, routedTo: null },
});
const reviewed = by(reviewer, {
  type: 'IncidentReviewed',
  data: { severity: 3, likelihood: 4, comment: null, answer: null },
});
const approvalRequested = by(always, { type: 'ApprovalRequested', data: { approverGuid: approver.userGuid } });
const approved = by(approver, {
  type: 'IncidentApproved',
  data: { approvedRevision: 4, comment: null, answer: null, signature: null },
});
const returned = by(reviewer, { type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'Which sling?' } });
const returnedToReviewer = by(approver, { type: 'IncidentReturned', data: { to: 'REVIEWER', comment: 'Too mild' } });
const amended = by(always, { type: 'IncidentAmended', data: { description: 'Two slings slipped.' } });
const reopened = by(always, { type: 'IncidentReopened', data: { reason: 'New facts' } });
const deletedBy = (who: Viewer, at: string): Step => ({ ...by(who, { type: 'IncidentDeleted', data: {} }), at });
const restored = by(always, { type: 'IncidentRestored', data: {} });

const histories = {
  REPORTED: [reported],
  RETURNED: [reported, reviewRequested, returned],
  REVIEW_REQUESTED: [reported, reviewRequested],
  REVIEWED: [reported, reviewRequested, reviewed],
  APPROVAL_REQUESTED: [reported, reviewRequested, reviewed, approvalRequested],
  APPROVED: [reported, reviewRequested, reviewed, approvalRequested, approved],
  CLOSED: [reportedAs({ workflow: 'NONE' } as never)],
};

const after = (...steps: readonly Step[]) => given(incidentDecider, steps);

type Decide = (incident: LiveIncident, actor: Viewer) => Decision<IncidentEvent>;

const attempted = { reviewer: otherReviewer, approver: otherApprover, receivedAt: now, description: 'Amended.' };

const commands = {
  ...(Object.fromEntries(
    Object.entries(rules).map(([command, rule]): [string, Decide] => [
      command,
      (incident, actor) => rule({ ...attempted, actor, severity: 1, likelihood: 2 }, incident),
    ]),
  ) as Record<keyof typeof rules, Decide>),
  restore: (incident, actor) => restoreIncident({ actor, receivedAt: now }, incident) as Decision<IncidentEvent>,
} satisfies Record<string, Decide>;

/** Decides as this person; a refusal where they may not see the incident. */
const as = (actor: Viewer, decide: Decide) => (incident: Incident) =>
  onSeenIncident(incident, actor, (live) => decide(live, actor));

describe('every cell of the workflow table', () => {
  const people: Record<string, { who: Viewer; parties: Party[] }> = {
    reporter: { who: reporter, parties: ['R'] },
    'who entered it': { who: clerk, parties: ['R'] },
    'who modifies for others': { who: modifier, parties: ['M', 'q'] },
    'who always modifies': { who: always, parties: ['X'] },
    admin: { who: admin, parties: ['M', 'X'] },
    onlooker: { who: onlooker, parties: [] },
  };
  const named = (state: string): Record<string, { who: Viewer; parties: Party[] }> => ({
    reviewer: { who: reviewer, parties: state === 'RETURNED' ? [] : ['V'] },
    ...(['APPROVAL_REQUESTED', 'APPROVED'].includes(state) && { approver: { who: approver, parties: ['A'] } }),
  });

  test('is walked', () => expect(cellCount).toBe(incidentCommands.length * incidentStates.length));

  describe.each(incidentStates)('%s', (state) => {
    const history = histories[state];
    const concerned = { ...people, ...(state === 'REPORTED' || state === 'CLOSED' ? {} : named(state)) };
    describe.each(incidentCommands)('%s', (command) => {
      test.each(Object.entries(concerned))('by %s', (_, { who, parties }) => {
        const isAsker =
          (who === modifier && state === 'REVIEW_REQUESTED') || (who === always && state === 'APPROVAL_REQUESTED');
        const held = [...parties.filter((party) => party !== 'q'), ...(isAsker ? ['q' as const] : [])];
        const expected = promised(command, state, held, state === 'CLOSED' ? 'NONE' : 'REVIEW_AND_APPROVAL');
        const outcome = after(...history).when(as(who, commands[command]));
        if ('refused' in expected) expect(outcome.decision).toMatchObject({ refused: expected.refused });
        else
          expect(after(...history, ...outcome.events.map((event) => by(who, event))).state.state).toBe(expected.state);
        expect(allowedCommands(after(...history).state, who, now).includes(command)).toBe('state' in expected);
      });
    });
  });
});

describe('asking for a review', () => {
  test('names the reviewer', () =>
    after(reported)
      .when(as(reporter, commands['request-review']))
      .then([
        {
          type: 'ReviewRequested',
          data: { reviewerGuid: otherReviewer.userGuid, isByCallList: false, routedTo: null },
        },
      ]));
  test.each([
    ['nobody', null],
    ['somebody without REVIEW_EVENTS', onlooker],
  ])('of %s is refused', (_, named) =>
    after(reported)
      .when(as(reporter, (incident, actor) => requestReview({ actor, reviewer: named }, incident)))
      .thenMatch({ refused: 'MissingAssignedReviewer' }),
  );
  test('of nobody is refused before the state is looked at', () =>
    after(...histories.APPROVED)
      .when(as(reporter, (incident, actor) => requestReview({ actor, reviewer: null }, incident)))
      .thenMatch({ refused: 'MissingAssignedReviewer' }));
  test('of the same person again changes nothing', () =>
    after(...histories.REVIEW_REQUESTED)
      .when(as(reviewer, (incident, actor) => requestReview({ actor, reviewer }, incident)))
      .then([]));
  test('of oneself needs ASSIGN_SELF_EVENT_REVIEW', () => {
    const plain = viewer(1, 'REVIEW_EVENTS');
    const self = viewer(1, 'REVIEW_EVENTS', 'ASSIGN_SELF_EVENT_REVIEW');
    after(reported)
      .when(as(plain, (incident, actor) => requestReview({ actor, reviewer: plain }, incident)))
      .thenMatch({ refused: 'Forbidden' });
    after(reported)
      .when(as(self, (incident, actor) => requestReview({ actor, reviewer: self }, incident)))
      .then([{ type: 'ReviewRequested', data: { reviewerGuid: self.userGuid, isByCallList: false, routedTo: null } }]);
  });
  test('stays with who asked when the reviewer passes it on', () => {
    const passedOn = [
      ...histories.REVIEW_REQUESTED,
      by(reviewer, {
        type: 'ReviewRequested',
        data: { reviewerGuid: otherReviewer.userGuid, isByCallList: false, routedTo: null },
      }),
    ];
    const back: Decide = (incident, actor) => requestReview({ actor, reviewer }, incident);
    after(...passedOn)
      .when(as(modifier, back))
      .then([
        { type: 'ReviewRequested', data: { reviewerGuid: reviewer.userGuid, isByCallList: false, routedTo: null } },
      ]);
    after(...passedOn)
      .when(as(reviewer, back))
      .thenMatch({ refused: 'Forbidden' });
  });
});

describe('reviewing', () => {
  const rate =
    (severity: number | null, likelihood: number | null): Decide =>
    (incident, actor) =>
      reviewIncident({ actor, severity, likelihood, comment: null }, incident);
  test.each([
    [null, null, 'Please choose the level of severity and the level of likelihood.', ['severity', 'likelihood']],
    [null, 2, 'Please choose the level of severity', ['severity']],
    [2, null, 'Please choose the level of likelihood', ['likelihood']],
  ])('with severity %p and likelihood %p is refused in words', (severity, likelihood, message, fields) => {
    after(...histories.REVIEW_REQUESTED)
      .when(as(reviewer, rate(severity, likelihood)))
      .thenMatch({ refused: 'MalformedEventField', fieldErrors: fields.map((field) => ({ field, message })) });
  });
  test('takes 0 for none', () =>
    after(...histories.REVIEW_REQUESTED)
      .when(as(reviewer, rate(0, 0)))
      .then([{ type: 'IncidentReviewed', data: { severity: 0, likelihood: 0, comment: null, answer: null } }]));
  test('is not for a reviewer who has lost REVIEW_EVENTS', () =>
    after(...histories.REVIEW_REQUESTED)
      .when(as(viewer(3), rate(1, 1)))
      .thenMatch({ refused: 'MissingAssignedReviewer' }));
  test('alike again changes nothing', () =>
    after(...histories.REVIEWED)
      .when(as(reviewer, rate(3, 4)))
      .then([]));
  test('alike again counts once the incident has been changed', () =>
    after(...histories.REVIEWED, amended)
      .when(as(reviewer, rate(3, 4)))
      .then([{ type: 'IncidentReviewed', data: { severity: 3, likelihood: 4, comment: null, answer: null } }]));
  test('is not done by an admin for the reviewer, who may pass it to themselves first', () => {
    after(...histories.REVIEW_REQUESTED)
      .when(as(admin, rate(1, 1)))
      .thenMatch({ refused: 'Forbidden' });
    after(
      ...histories.REVIEW_REQUESTED,
      by(admin, {
        type: 'ReviewRequested',
        data: { reviewerGuid: admin.userGuid, isByCallList: false, routedTo: null },
      }),
    )
      .when(as(admin, rate(1, 1)))
      .then([{ type: 'IncidentReviewed', data: { severity: 1, likelihood: 1, comment: null, answer: null } }]);
  });
});

describe('an amendment', () => {
  test('after the review is marked, until it is reviewed again', () => {
    expect(after(...histories.REVIEWED, amended).state).toMatchObject({ state: 'REVIEWED', changedSinceReview: true });
    expect(after(...histories.APPROVAL_REQUESTED, amended).state).toMatchObject({
      state: 'APPROVAL_REQUESTED',
      changedSinceReview: true,
    });
    expect(after(...histories.REVIEWED, amended, reviewed).state).toMatchObject({ changedSinceReview: false });
  });
});

describe('returning', () => {
  test('leads from the reviewer to the reporter', () =>
    after(...histories.REVIEW_REQUESTED)
      .when(as(reviewer, commands.return))
      .then([{ type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'See above' } }]));
  test('leads from the approver to the same reviewer', () => {
    after(...histories.APPROVAL_REQUESTED)
      .when(as(approver, commands.return))
      .then([{ type: 'IncidentReturned', data: { to: 'REVIEWER', comment: 'See above' } }]);
    expect(after(...histories.APPROVAL_REQUESTED, returnedToReviewer).state).toMatchObject({
      state: 'REVIEW_REQUESTED',
      reviewerGuid: reviewer.userGuid,
    });
  });
});

describe('the approval', () => {
  test('names the revision that it approves', () =>
    after(...histories.APPROVAL_REQUESTED, amended)
      .when(as(approver, commands.approve))
      .then([
        { type: 'IncidentApproved', data: { approvedRevision: 5, comment: null, answer: null, signature: null } },
      ]));
  const signing = (signature: string | null, signatureDrawing: string | null = null) =>
    after(...histories.APPROVAL_REQUESTED).when(
      as(approver, (incident, actor) =>
        approveIncident({ actor, name: 'Priya Raman', approvalComment: null, signature, signatureDrawing }, incident),
      ),
    );
  test.each([
    ['Priya Raman', null],
    ['priya  raman', 'M1 1L9 9'],
  ])(
    'is signed by the approver’s own name, ignoring case and spaces, with a drawing if there is one: %j',
    (name, drawing) =>
      signing(name, drawing).thenMatch([{ data: { signature: { signerGuid: approver.userGuid, name, drawing } } }]),
  );
  test.each([
    ['another name', 'Daniel Okafor', null],
    ['initials', 'P. Raman', 'M1 1L9 9'],
    ['a drawing without a name', null, 'M1 1L9 9'],
  ])('is not signed by %s', (_, name, drawing) =>
    signing(name, drawing).thenMatch({
      refused: 'MalformedEventField',
      fieldErrors: [{ field: 'signature', className: 'MalformedEventField' }],
    }),
  );
  test('is not for an approver who has lost APPROVE_EVENTS', () =>
    after(...histories.APPROVAL_REQUESTED)
      .when(as(viewer(5), commands.approve))
      .thenMatch({ refused: 'MissingAssignedApprover' }));
  test.each([
    ['nobody', null],
    ['somebody without APPROVE_EVENTS', reviewer],
  ])('is not asked of %s', (_, named) =>
    after(...histories.REVIEWED)
      .when(as(reviewer, (incident, actor) => requestApproval({ actor, approver: named }, incident)))
      .thenMatch({ refused: 'MissingAssignedApprover' }),
  );
  test('of the same person again changes nothing', () =>
    after(...histories.APPROVAL_REQUESTED)
      .when(as(approver, (incident, actor) => requestApproval({ actor, approver }, incident)))
      .then([]));
  test('by oneself needs ASSIGN_SELF_EVENT_APPROVE', () => {
    const both = viewer(3, 'REVIEW_EVENTS', 'APPROVE_EVENTS');
    after(...histories.REVIEWED)
      .when(as(both, (incident, actor) => requestApproval({ actor, approver: both }, incident)))
      .thenMatch({ refused: 'Forbidden' });
  });
  test('stays readable after the incident is reopened, and so does the rating', () =>
    expect(after(...histories.APPROVED, reopened).state).toMatchObject({
      state: 'REPORTED',
      approvedRevision: 4,
      rating: { severity: 3, likelihood: 4 },
    }));
});

describe('an incident of the workflow REVIEW', () => {
  const history = [reportedAs({ workflow: 'REVIEW' } as never), reviewRequested, reviewed];
  test('ends when it is reviewed', () => {
    after(...history)
      .when(as(reviewer, commands['request-approval']))
      .thenMatch({
        refused: 'EventStateConflict',
        facts: { state: 'REVIEWED', allowedCommands: ['amend', 'review'], currentRevision: 3 },
      });
  });
});

describe('a deleted incident', () => {
  const deleted = [...histories.REVIEWED, deletedBy(modifier, '2026-02-10T12:00:00Z')];
  const restore = (actor: Viewer, receivedAt = now) =>
    after(...deleted).when((incident) => restoreIncident({ actor, receivedAt }, incident));
  test.each([
    ['who deleted it', modifier],
    ['who always modifies', always],
    ['an admin', admin],
  ])('comes back by %s', (_, who) => {
    restore(who).then([{ type: 'IncidentRestored', data: {} }]);
    expect(allowedCommands(after(...deleted).state, who, now)).toEqual(['restore']);
  });
  test.each([
    ['its reporter', reporter],
    ['its reviewer', reviewer],
    ['an onlooker', onlooker],
  ])('is not there for %s', (_, who) => {
    restore(who).thenMatch({ refused: 'EventNotFound' });
    expect(allowedCommands(after(...deleted).state, who, now)).toEqual([]);
  });
  test.each(incidentCommands.filter((command) => command !== 'restore'))('takes no %s', (command) =>
    after(...deleted)
      .when(as(always, commands[command]))
      .thenMatch({ refused: 'EventNotFound' }),
  );
  test('comes back on the thirtieth day, and not a moment later', () => {
    restore(always, new Date('2026-03-12T12:00:00Z')).thenMatch([{ type: 'IncidentRestored' }]);
    restore(always, new Date('2026-03-12T12:00:00.001Z')).thenMatch({ refused: 'EventNotFound' });
  });
  test('comes back in the state it had', () =>
    expect(after(...deleted, restored).state).toMatchObject({
      state: 'REVIEWED',
      changedSinceReview: false,
      revision: 5,
    }));
});

describe('seeing', () => {
  const sensitive = [reportedAs({ isSensitive: true } as never), reviewRequested];
  const seen = viewer(12, 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA');
  test.each([
    ['its reporter', reporter],
    ['who entered it', clerk],
    ['its reviewer', reviewer],
    ['an admin', admin],
    ['a holder of SEE_INJURY_DATA', seen],
  ])('a sensitive one is for %s', (_, who) =>
    after(...sensitive)
      .when(as(who, commands.approve))
      .thenMatch({ refused: 'ApprovalWithoutAssignedApprover' }),
  );
  test('a sensitive one is not there for the others', () =>
    after(...sensitive)
      .when(as(onlooker, commands.approve))
      .thenMatch({ refused: 'EventNotFound' }));
  test("others' are forbidden without VIEW_OTHER_USERS_EVENTS, before the state is looked at", () =>
    after(...histories.APPROVED)
      .when(as(stranger, commands.approve))
      .thenMatch({ refused: 'Forbidden' }));
  test('SEE_INJURY_DATA alone does not open what is others’', () =>
    after(...sensitive)
      .when(as(viewer(12, 'SEE_INJURY_DATA'), commands.approve))
      .thenMatch({ refused: 'Forbidden' }));
  test('past reviewers go on seeing it', () => {
    const passedOn = by(always, {
      type: 'ReviewRequested',
      data: { reviewerGuid: otherReviewer.userGuid, isByCallList: false, routedTo: null },
    });
    after(...sensitive, passedOn)
      .when(as(reviewer, commands.approve))
      .thenMatch({ refused: 'ApprovalWithoutAssignedApprover' });
  });
  test('nobody sees what was never reported', () =>
    after().when(as(admin, commands.amend)).thenMatch({ refused: 'EventNotFound' }));
});

describe('the log', () => {
  test.each([
    ['a report of what was reported', [reported, reported]],
    ['an approval that nobody asked for', [reported, approved]],
    ['a review after the workflow NONE', [...histories.CLOSED, reviewRequested]],
    [
      'an approval after the workflow REVIEW',
      [reportedAs({ workflow: 'REVIEW' } as never), reviewRequested, reviewed, approvalRequested],
    ],
    ['a deletion of what is approved', [...histories.APPROVED, deletedBy(always, now.toISOString())]],
  ])('cannot hold %s', (_, steps) => expect(() => after(...steps).state).toThrow('cannot follow'));
});
