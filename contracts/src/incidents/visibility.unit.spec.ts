import { visibilityCondition, visibilityOf, type Seeable } from './visibility.ts';

const [reporter, clerk, former, stranger] = ['a', 'b', 'c', 'd'] as const;
const incident: Seeable = {
  reporterGuid: reporter,
  enteredByGuid: clerk,
  pastReviewers: [former],
  pastApprovers: [],
  deletedAt: null,
  deletedByGuid: null,
  isSensitive: false,
};
const holder = (
  userGuid: string,
  ...permissions: ('VIEW_OTHER_USERS_EVENTS' | 'SEE_INJURY_DATA' | 'ALWAYS_MODIFY_EVENTS')[]
) => ({ userGuid, isAdmin: false, permissions: new Set(permissions) });
const admin = { ...holder(stranger), isAdmin: true };

describe('a viewer of an incident', () => {
  test.each([reporter, clerk, former])('sees their own, sensitive or not (%s)', (userGuid) => {
    expect(visibilityOf({ ...incident, isSensitive: true }, holder(userGuid))).toBe('SEEN');
  });

  test('sees those of others with the permission, and is refused without it', () => {
    expect(visibilityOf(incident, holder(stranger))).toBe('FORBIDDEN');
    expect(visibilityOf(incident, holder(stranger, 'VIEW_OTHER_USERS_EVENTS'))).toBe('SEEN');
  });

  test('does not learn of sensitive ones without the right to injury data', () => {
    const sensitive = { ...incident, isSensitive: true };
    expect(visibilityOf(sensitive, holder(stranger, 'VIEW_OTHER_USERS_EVENTS'))).toBe('HIDDEN');
    expect(visibilityOf(sensitive, holder(stranger, 'SEE_INJURY_DATA'))).toBe('FORBIDDEN');
    expect(visibilityOf(sensitive, holder(stranger, 'VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA'))).toBe('SEEN');
    expect(visibilityOf(sensitive, admin)).toBe('SEEN');
  });

  test('sees a deleted one if they deleted it, or may restore it and saw it before', () => {
    const deleted = { ...incident, deletedAt: '2026-03-10T12:00:00.000Z', deletedByGuid: clerk };
    expect(visibilityOf(deleted, holder(clerk))).toBe('SEEN');
    expect(visibilityOf(deleted, holder(reporter))).toBe('HIDDEN');
    expect(visibilityOf(deleted, holder(reporter, 'ALWAYS_MODIFY_EVENTS'))).toBe('SEEN');
    expect(visibilityOf(deleted, holder(stranger, 'ALWAYS_MODIFY_EVENTS'))).toBe('HIDDEN');
    expect(visibilityOf(deleted, admin)).toBe('SEEN');
  });
});

test('the condition of a list is as short as what they hold allows', () => {
  const listed = { IS_DELETED: false };
  expect(visibilityCondition(admin, listed)).toBe('ALWAYS');
  expect(visibilityCondition(holder(stranger), listed)).toEqual({ fact: 'IS_OWN' });
  expect(visibilityCondition(holder(stranger, 'VIEW_OTHER_USERS_EVENTS'), listed)).toEqual({
    any: [{ not: { fact: 'IS_SENSITIVE' } }, { fact: 'IS_OWN' }],
  });
});
