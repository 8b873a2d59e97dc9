import { given } from '../../test/given-when-then.ts';
import type { MemberState } from '../members/member.ts';
import { beginErasure } from './begin-erasure.rule.ts';
import { cancelErasure } from './cancel-erasure.rule.ts';
import { completeErasure } from './complete-erasure.rule.ts';
import { eraseInvitation } from './erase-invitation.rule.ts';
import { erasureExistence } from './erase-invitation.ts';
import { erasureRequestDecider, type ErasureRequests, type RequestedErasure } from './erasures-of.ts';
import { legalHoldDecider, prevents, type Holding } from './legal-holds.ts';
import { releaseLegalHold } from './release-legal-hold.rule.ts';
import { requestErasure, type SubjectFacts, type NewErasure } from './request-erasure.rule.ts';

const [ERASURE, PERSON, INCIDENT, OTHER] = ['e', 'p', 'i', 'o'];
const due = new Date('2026-03-20T13:40:00.000Z');
const request: NewErasure = {
  erasureGuid: ERASURE!,
  kind: 'INJURED',
  guid: PERSON!,
  incidentGuid: INCIDENT!,
  requestedBy: OTHER!,
  reason: 'Asked for by letter',
  dueAt: due.toISOString(),
};
const events = {
  PENDING: [],
  CANCELLED: [{ type: 'ErasureCancelled', data: { erasureGuid: ERASURE! } }],
  DONE: [{ type: 'ErasureCompleted', data: { erasureGuid: ERASURE! } }],
} satisfies Record<RequestedErasure['status'], object[]>;
/** The erasures requested for a subject: one in this state, or none. */
const asked = (status: RequestedErasure['status'] | null, of: NewErasure = request) =>
  given(erasureRequestDecider, status === null ? [] : [{ type: 'ErasureRequested', data: of }, ...events[status]]);
const about = (more: Partial<SubjectFacts> = {}): SubjectFacts => ({
  erasedAt: 0,
  holds: new Map([
    [
      'h',
      {
        placed: { holdGuid: 'h', kind: 'ORGANIZATION', guid: null, placedBy: 'o', reason: 'A claim' },
        isReleased: false,
      },
    ],
  ]),
  member: { state: 'STRANGER' },
  ...more,
});
/** Whether the hold that is in force concerns the subject. */
const [free, held] = [() => false, () => true];
const member: MemberState = {
  state: 'MEMBER',
  isAdmin: false,
  userGroups: ['Standard'],
  permissions: null,
  reportingGroupGuid: null,
  isOnboarded: true,
};
const ERASING = { erasedAt: 9 };

const ask =
  (of: NewErasure, facts: SubjectFacts, isHeld = free) =>
  (requests: ErasureRequests) =>
    requestErasure(of, requests, facts, isHeld);
const begin =
  (of: NewErasure, facts: SubjectFacts, isHeld = free, now = due) =>
  (requests: ErasureRequests) =>
    beginErasure(of, requests, facts, isHeld, now);
const requested = (of: NewErasure) => [{ type: 'ErasureRequested', data: of }];

test('what is asked for, begun or done is not asked for twice; what was cancelled is, and so is what was written of an incident since', () => {
  const text = { ...request, kind: 'INCIDENT_TEXT' as const, incidentGuid: null };
  asked(null).when(ask(request, about())).then(requested(request));
  asked('PENDING').when(ask(request, about())).then([]);
  asked('PENDING')
    .when(ask(request, about(ERASING)))
    .then([]);
  asked('DONE')
    .when(ask(request, about(ERASING)))
    .then([]);
  asked('CANCELLED').when(ask(request, about())).then(requested(request));
  asked('DONE', text)
    .when(ask(text, about(ERASING)))
    .then(requested(text));
});

test('nobody who is a member still is erased, and nothing that is held: neither when it is asked for nor when it would begin', () => {
  const ofMember = { ...request, kind: 'MEMBER' as const, incidentGuid: null };
  asked(null)
    .when(ask(ofMember, about({ member })))
    .then({ refused: 'StillMember' });
  asked(null)
    .when(ask(ofMember, about({ member: { state: 'REMOVED' } })))
    .then(requested(ofMember));
  asked(null)
    .when(ask(request, about(), held))
    .then({ refused: 'LegalHoldPrevents' });
  asked('PENDING', ofMember)
    .when(begin(ofMember, about({ member })))
    .then({ refused: 'StillMember' });
  asked('PENDING')
    .when(begin(request, about(), held))
    .then({ refused: 'LegalHoldPrevents' });
  asked('PENDING')
    .when(begin(request, about()))
    .then([{ type: 'PersonErased', data: { kind: 'INJURED', guid: PERSON, incidentGuid: INCIDENT } }]);
});

test('an erasure begins once, not before its time, and not after it was cancelled', () => {
  const early = new Date(due.getTime() - 1);
  const refusal = { refused: 'EventStateConflict' } as const;
  asked('PENDING')
    .when(begin(request, about(), free, early))
    .then(refusal);
  asked('PENDING')
    .when(begin(request, about(ERASING)))
    .then(refusal);
  asked('CANCELLED').when(begin(request, about())).then(refusal);
  asked('DONE')
    .when(begin(request, about(ERASING)))
    .then(refusal);
  asked(null).when(begin(request, about())).then(refusal);
});

test('it is cancelled until it begins: then 409, and again nothing is written', () => {
  const cancel =
    (erasedAt: number, guid = ERASURE!) =>
    (requests: ErasureRequests) =>
      cancelErasure(guid, requests, erasedAt);
  const complete =
    (guid = ERASURE!) =>
    (requests: ErasureRequests) =>
      completeErasure(guid, requests);
  asked('PENDING').when(cancel(0)).then(events.CANCELLED);
  asked('CANCELLED').when(cancel(0)).then([]);
  asked('PENDING').when(cancel(9)).thenMatch({ refused: 'EventStateConflict' });
  asked('DONE').when(cancel(9)).thenMatch({ refused: 'EventStateConflict' });
  asked('PENDING').when(cancel(0, OTHER)).then({ refused: 'RecordNotFound' });
  asked('PENDING').when(complete()).then(events.DONE);
  asked('DONE').when(complete()).then([]);
  asked('DONE').when(complete(OTHER)).then({ refused: 'RecordNotFound' });
});

test('a hold prevents erasing all, a person, or an incident with all whom it names and who take part in it', () => {
  const [all, person, incident]: Holding[] = [
    { kind: 'ORGANIZATION', guid: null },
    { kind: 'PERSON', guid: PERSON! },
    { kind: 'INCIDENT', guid: INCIDENT! },
  ];
  const subjects = [
    { kind: 'MEMBER', guid: PERSON! },
    { kind: 'INJURED', guid: PERSON!, incidentGuid: OTHER! },
    { kind: 'RELATED', guid: OTHER!, incidentGuid: INCIDENT! },
    { kind: 'INCIDENT_TEXT', guid: INCIDENT! },
  ] as const;
  const by = (hold: Holding, takesPart: boolean) => subjects.map((subject) => prevents(hold, subject, () => takesPart));
  expect([by(all!, false), by(person!, false), by(incident!, false), by(incident!, true)]).toEqual([
    [true, true, true, true],
    [true, true, false, false],
    [false, false, true, true],
    [true, false, true, true],
  ]);
});

test('a hold is released once', () => {
  const placed = {
    type: 'LegalHoldPlaced',
    data: { holdGuid: 'h', kind: 'ORGANIZATION', guid: null, placedBy: OTHER!, reason: 'A claim' },
  };
  const release = { holdGuid: 'h', releasedBy: OTHER!, reason: 'Settled' };
  const released = { type: 'LegalHoldReleased', data: release };
  const holds = (...log: { type: string; data: object }[]) =>
    given(legalHoldDecider, log).when((state) => releaseLegalHold(release, state));
  holds().then({ refused: 'RecordNotFound' });
  holds(placed).then([released]);
  holds(placed, released).then([]);
});

test('the erasure of an invitation is recorded once', () => {
  const invitationGuid = '01900000-0000-7000-8000-000000000027';
  const erase = (isRecorded: boolean) => eraseInvitation(invitationGuid, isRecorded);
  const erased = { type: 'InvitationErased', data: { invitationGuid } };
  given(erasureExistence).when(erase).then([erased]);
  given(erasureExistence, [erased]).when(erase).then([]);
});
