import { withholdPersons } from '@plimsoll/contracts/auditors/withhold-persons';
import { given } from '../../test/given-when-then.ts';
import { auditorGrantDecider, type AuditorGrantState } from './auditor-grant.ts';
import { grantStatus } from './auditor-grants.ts';
import { grantAuditor } from './grant-auditor.rule.ts';
import { lockAuditor } from './lock-auditor.rule.ts';
import { revokeAuditor } from './revoke-auditor.rule.ts';

const now = new Date('2026-03-17T12:00:00.000Z');
const [later, before] = ['2026-06-15T12:00:00.000Z', '2026-03-17T12:00:00.000Z'];
const grant = {
  grantGuid: '01900000-0000-7000-8000-000000000001',
  name: 'Ida Berg',
  emailAddress: 'ida.berg@audit.example',
  firm: null,
  purpose: 'Yearly audit',
  from: '2026-01-01',
  to: '2026-03-01',
  formGuids: null,
  worksiteGuids: null,
  eventIds: null,
  includeSensitive: false,
  withNames: false,
  expiresAt: later,
};
const granted = (expiresAt = later) => ({ type: 'AuditorGranted', data: { ...grant, expiresAt } });
const revoked = { type: 'AuditorRevoked', data: {} };
const locked = { type: 'AuditorLocked', data: {} };
const unknown = { refused: 'RecordNotFound' } as const;

test.each([
  ['an active grant', [granted()], [revoked], [locked]],
  ['a locked grant', [granted(), locked], [revoked], []],
  ['a grant that was revoked', [granted(), revoked], [], []],
  ['an active grant that has come to its end', [granted(before)], [], []],
  ['a locked grant that has come to its end', [granted(before), locked], [], []],
  ['no grant', [], unknown, unknown],
])('what revoking and locking comes to of %s', (_, events, revoking, locking) => {
  const known = given(auditorGrantDecider, events);
  known.when((state) => revokeAuditor(state, now)).then(revoking);
  known.when((state) => lockAuditor(state, now)).then(locking);
});

test('a grant holds for 90 days at most, from a moment to come on, for days in their order, and is made once', () => {
  const make =
    (more: Partial<typeof grant> = {}) =>
    (state: AuditorGrantState) =>
      grantAuditor({ ...grant, ...more }, state, now);
  given(auditorGrantDecider).when(make()).then([granted()]);
  for (const expiresAt of ['2026-06-15T12:00:00.001Z', before])
    given(auditorGrantDecider)
      .when(make({ expiresAt }))
      .thenMatch({ refused: 'MalformedDate', fieldErrors: [{ field: 'expiresAt' }] });
  given(auditorGrantDecider)
    .when(make({ to: '2025-12-31' }))
    .thenMatch({ refused: 'MalformedDate', fieldErrors: [{ field: 'to' }] });
  given(auditorGrantDecider, [granted()]).when(make()).then({ refused: 'DuplicateGuid' });
});

test('a revoked grant is called so also after its end, and a locked one over', () => {
  const stands = (is_revoked: boolean, is_locked: boolean, expires_at: string) =>
    grantStatus({ is_revoked, is_locked, expires_at }, now);
  expect([
    stands(false, false, later),
    stands(false, true, later),
    stands(false, true, before),
    stands(true, true, before),
  ]).toEqual(['ACTIVE', 'LOCKED', 'EXPIRED', 'REVOKED']);
});

test('persons are withheld in every place, and nothing else is', () => {
  const response = {
    events: [
      {
        data: {
          description: 'Olga fell',
          injuredPersons: [
            {
              injuredPersonGuid: '1',
              name: 'Olga Fern',
              userAccountGuid: '2',
              treatment: 'Splint',
              classification: 'LOST_TIME',
            },
          ],
        },
      },
    ],
    state: { relatedPersons: [{ name: 'Wes', emailAddress: 'wes@site.example', role: 'Rigger' }], at: null },
  };
  expect(withholdPersons(response)).toEqual({
    events: [
      {
        data: {
          description: 'Olga fell',
          injuredPersons: [
            {
              injuredPersonGuid: '1',
              name: 'withheld',
              userAccountGuid: null,
              treatment: null,
              classification: 'LOST_TIME',
            },
          ],
        },
      },
    ],
    state: { relatedPersons: [{ name: 'withheld', emailAddress: null, role: null }], at: null },
  });
});

test('an injured person is withheld also in answers that name or were signed by the same member, in each event that belongs together', () => {
  const [olga, sam] = ['01900000-0000-7000-8000-0000000000aa', '01900000-0000-7000-8000-0000000000bb'];
  const answers = (value: unknown, signerGuid?: string) => ({
    components: [{ groupGuid: '1', answers: [{ questionGuid: '2', value, ...(signerGuid && { signerGuid }) }] }],
  });
  const response = [
    answers(olga),
    { injuredPersons: [{ name: 'Olga Fern', userAccountGuid: olga, treatment: null }], ...answers([olga, sam]) },
    answers({ name: 'Olga Fern', drawing: 'M0 0' }, olga),
    answers({ name: 'Sam Reed' }, sam),
    answers('Olga fell'),
  ];
  expect(withholdPersons(response)).toEqual([
    answers('withheld'),
    { injuredPersons: [{ name: 'withheld', userAccountGuid: null, treatment: null }], ...answers(['withheld', sam]) },
    answers({ name: 'withheld' }),
    answers({ name: 'Sam Reed' }, sam),
    answers('Olga fell'),
  ]);
});
