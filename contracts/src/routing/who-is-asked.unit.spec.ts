import type { Permission } from '../permissions/permissions.ts';
import type { CallListTarget } from './events.ts';
import { orderOfAsking, whoIsAsked, type AskableMember, type CallLists, type RoutedReport } from './who-is-asked.ts';

const member = (userGuid: string, ...permissions: Permission[]): AskableMember => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(permissions),
  reportingGroupGuid: null,
});
const membersOf = (...members: readonly AskableMember[]) => new Map(members.map((one) => [one.userGuid, one]));
const lists = (set: Readonly<Partial<Record<CallListTarget, readonly string[]>>> = {}): CallLists => ({
  membersOf: (target) => set[target] ?? [],
});
const report = (more: Partial<RoutedReport> = {}): RoutedReport => ({
  reporterGuid: 'kim',
  enteredByGuid: 'kim',
  hurtGuids: [],
  isSensitive: false,
  worksiteGuid: 'yard',
  reportingGroupGuid: 'shop',
  ...more,
});
const admin: AskableMember = { ...member('priya'), isAdmin: true };
const asked = (...given: Parameters<typeof whoIsAsked>) => whoIsAsked(...given)?.member.userGuid ?? null;

test('the order has each person once, at their first place', () => {
  const nina = { ...member('nina', 'REVIEW_EVENTS'), reportingGroupGuid: 'shop' };
  const emil = member('emil', 'REVIEW_EVENTS');
  const order = orderOfAsking(
    report(),
    lists({ WORKSITE: ['emil'], REPORTING_GROUP: ['nina', 'emil'], ORGANIZATION: ['priya', 'nina'] }),
    membersOf(admin, nina, emil),
  );
  expect(order.map(({ member: { userGuid }, because, targetGuid }) => [userGuid, because, targetGuid])).toEqual([
    ['emil', 'WORKSITE', 'yard'],
    ['nina', 'REPORTING_GROUP', 'shop'],
    ['priya', 'ORGANIZATION', null],
  ]);
});

test('lists count only where the organization has worksites and groups', () => {
  const emil = member('emil', 'REVIEW_EVENTS');
  const set = lists({ WORKSITE: ['emil'], REPORTING_GROUP: ['emil'] });
  expect(asked(report({ worksiteGuid: null, reportingGroupGuid: null }), set, membersOf(admin, emil))).toBe('priya');
});

test('people without the right to review, or without sight of injuries, are not asked', () => {
  const [kay, emil] = [member('kay'), member('emil', 'REVIEW_EVENTS')];
  const set = lists({ WORKSITE: ['kay', 'emil'] });
  const members = membersOf(admin, kay, emil);
  expect(asked(report(), set, members)).toBe('emil');
  expect(asked(report({ isSensitive: true }), set, members)).toBe('priya');
});

test('reporter, who entered it and who was hurt are asked only if no one else can be', () => {
  const people = ['kim', 'daniel', 'olga'].map((guid) => member(guid, 'REVIEW_EVENTS'));
  const set = lists({ WORKSITE: ['kim', 'daniel', 'olga'] });
  const theirs = report({ reporterGuid: 'kim', enteredByGuid: 'daniel', hurtGuids: ['olga'] });
  expect(asked(theirs, set, membersOf(...people, admin))).toBe('priya');
  expect(asked(theirs, set, membersOf(...people))).toBe('olga');
});

test('those who report are asked about their own report only with the permission for it', () => {
  const set = lists({ ORGANIZATION: ['kim'] });
  expect(asked(report(), set, membersOf(member('kim', 'REVIEW_EVENTS')))).toBeNull();
  expect(asked(report(), set, membersOf(member('kim', 'REVIEW_EVENTS', 'ASSIGN_SELF_EVENT_REVIEW')))).toBe('kim');
  expect(asked(report({ reporterGuid: 'priya', enteredByGuid: 'priya' }), lists(), membersOf(admin))).toBe('priya');
});

test('no one is found only where no one may review', () => {
  expect(asked(report(), lists({ WORKSITE: ['kay', 'gone'] }), membersOf(member('kay')))).toBeNull();
});
