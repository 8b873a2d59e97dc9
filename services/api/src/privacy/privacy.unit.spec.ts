import type { MemberState } from '../members/member.ts';
import { beginErasure } from './begin-erasure.rule.ts';
import { cancelErasure } from './cancel-erasure.rule.ts';
import { completeErasure } from './complete-erasure.rule.ts';
import { eraseInvitation } from './erase-invitation.rule.ts';
import type { RequestedErasure, ErasureRequests } from './erasures-of.ts';
import { prevents, type Holding } from './legal-holds.ts';
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
const asked = (status: RequestedErasure['status'] | null, of: NewErasure = request): ErasureRequests =>
  new Map(status === null ? [] : [[ERASURE!, { request: of, position: 7, status }]]);
const about = (more: Partial<SubjectFacts> = {}): SubjectFacts => ({
  erasedAt: 0,
  holds: new Map(),
  member: { state: 'STRANGER' },
  ...more,
});
const [free, held] = [() => false, () => true];
const member: MemberState = {
  state: 'MEMBER',
  isAdmin: false,
  userGroups: ['Standard'],
  permissions: null,
  reportingGroupGuid: null,
  isOnboarded: true,
};
const outcomeOf = (decision: object) =>
  'refused' in decision ? decision.refused : (decision as readonly { type: string }[]).map(({ type }) => type);
const ERASING = { erasedAt: 9 };

test('what is asked for, begun or done is not asked for twice; what was cancelled is, and so is what was written of an incident since', () => {
  const text = { ...request, kind: 'INCIDENT_TEXT' as const, incidentGuid: null };
  expect([
    outcomeOf(requestErasure(request, asked(null), about(), free)),
    outcomeOf(requestErasure(request, asked('PENDING'), about(), free)),
    outcomeOf(requestErasure(request, asked('PENDING'), about(ERASING), free)),
    outcomeOf(requestErasure(request, asked('DONE'), about(ERASING), free)),
    outcomeOf(requestErasure(request, asked('CANCELLED'), about(), free)),
    outcomeOf(requestErasure(text, asked('DONE', text), about(ERASING), free)),
  ]).toEqual([['ErasureRequested'], [], [], [], ['ErasureRequested'], ['ErasureRequested']]);
});

test('nobody who is a member still is erased, and nothing that is held: neither when it is asked for nor when it would begin', () => {
  const ofMember = { ...request, kind: 'MEMBER' as const, incidentGuid: null };
  expect([
    outcomeOf(requestErasure(ofMember, asked(null), about({ member }), free)),
    outcomeOf(requestErasure(ofMember, asked(null), about({ member: { state: 'REMOVED' } }), free)),
    outcomeOf(requestErasure(request, asked(null), about(), held)),
    outcomeOf(beginErasure(ofMember, asked('PENDING', ofMember), about({ member }), free, due)),
    outcomeOf(beginErasure(request, asked('PENDING'), about(), held, due)),
    outcomeOf(beginErasure(request, asked('PENDING'), about(), free, due)),
  ]).toEqual([
    'StillMember',
    ['ErasureRequested'],
    'LegalHoldPrevents',
    'StillMember',
    'LegalHoldPrevents',
    ['PersonErased'],
  ]);
});

test('an erasure begins once, not before its time, and not after it was cancelled', () => {
  const early = new Date(due.getTime() - 1);
  expect([
    outcomeOf(beginErasure(request, asked('PENDING'), about(), free, early)),
    outcomeOf(beginErasure(request, asked('PENDING'), about(ERASING), free, due)),
    outcomeOf(beginErasure(request, asked('CANCELLED'), about(), free, due)),
    outcomeOf(beginErasure(request, asked('DONE'), about(ERASING), free, due)),
    outcomeOf(beginErasure(request, asked(null), about(), free, due)),
  ]).toEqual(Array.from({ length: 5 }, () => 'EventStateConflict'));
});

test('it is cancelled until it begins: then 409, and again nothing is written', () => {
  expect([
    outcomeOf(cancelErasure(ERASURE!, asked('PENDING'), 0)),
    outcomeOf(cancelErasure(ERASURE!, asked('CANCELLED'), 0)),
    outcomeOf(cancelErasure(ERASURE!, asked('PENDING'), 9)),
    outcomeOf(cancelErasure(ERASURE!, asked('DONE'), 9)),
    outcomeOf(cancelErasure(OTHER!, asked('PENDING'), 0)),
    outcomeOf(completeErasure(ERASURE!, asked('PENDING'))),
    outcomeOf(completeErasure(ERASURE!, asked('DONE'))),
    outcomeOf(completeErasure(OTHER!, asked('DONE'))),
  ]).toEqual([
    ['ErasureCancelled'],
    [],
    'EventStateConflict',
    'EventStateConflict',
    'RecordNotFound',
    ['ErasureCompleted'],
    [],
    'RecordNotFound',
  ]);
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
  const placed = { holdGuid: 'h', kind: 'ORGANIZATION' as const, guid: null, placedBy: OTHER!, reason: 'A claim' };
  const release = { holdGuid: 'h', releasedBy: OTHER!, reason: 'Settled' };
  expect(
    [new Map(), new Map([['h', { placed, isReleased: false }]]), new Map([['h', { placed, isReleased: true }]])].map(
      (holds) => outcomeOf(releaseLegalHold(release, holds)),
    ),
  ).toEqual(['RecordNotFound', ['LegalHoldReleased'], []]);
});

test('the erasure of an invitation is recorded once', () => {
  expect(eraseInvitation('01900000-0000-7000-8000-000000000027', false)).toEqual([
    { type: 'InvitationErased', data: { invitationGuid: '01900000-0000-7000-8000-000000000027' } },
  ]);
  expect(eraseInvitation('01900000-0000-7000-8000-000000000027', true)).toEqual([]);
});
