import type { Permission } from '../permissions/permissions.ts';
import type { AskableMember, CallLists } from '../routing/who-is-asked.ts';
import { whoIsAlerted, type AlertedEvent } from './who-is-alerted.ts';

const sees: Permission[] = ['VIEW_OTHER_USERS_EVENTS', 'SEE_INJURY_DATA', 'REVIEW_EVENTS'];
const member = (userGuid: string, held: readonly Permission[], more: Partial<AskableMember> = {}): AskableMember => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(held),
  reportingGroupGuid: null,
  ...more,
});

/** The organization of the page: Priya, an admin, joined first, then Daniel, Nina, Emil and Kim. */
const members = new Map(
  [
    member('Priya', [], { isAdmin: true }),
    member('Daniel', sees, { reportingGroupGuid: 'Drilling' }),
    member('Nina', sees, { reportingGroupGuid: 'Shop' }),
    member('Emil', ['REVIEW_EVENTS']),
    member('Kim', []),
  ].map((one) => [one.userGuid, one]),
);
const lists: CallLists = {
  membersOf: (target, targetGuid) =>
    target === 'ORGANIZATION'
      ? ['Priya']
      : (({ Yard: ['Emil', 'Daniel'], Shop: ['Nina'] } as Record<string, string[]>)[targetGuid!] ?? []),
};
const noLists: CallLists = { membersOf: () => [] };

const event = (
  by: string,
  reviewerGuid: string,
  {
    isSensitive = false,
    hurt = [],
    ...place
  }: { isSensitive?: boolean; hurt?: string[]; worksiteGuid?: string; reportingGroupGuid?: string } = {},
): AlertedEvent => ({
  seeable: {
    reporterGuid: by,
    enteredByGuid: by,
    pastReviewers: [reviewerGuid],
    pastApprovers: [],
    deletedAt: null,
    deletedByGuid: null,
    isSensitive,
  },
  reviewerGuid,
  involvedGuids: [by, ...hurt],
  worksiteGuid: null,
  reportingGroupGuid: null,
  ...place,
});

test.each<[what: string, asked: AlertedEvent, lists: CallLists, FIRST: string[], NEXT: string[], EVERYONE: string[]]>([
  [
    'Kim, injury at Yard',
    event('Kim', 'Daniel', { isSensitive: true, worksiteGuid: 'Yard' }),
    lists,
    ['Daniel'],
    ['Daniel', 'Priya'],
    ['Daniel', 'Priya'],
  ],
  [
    'Daniel, injury at Yard, group Shop',
    event('Daniel', 'Nina', { isSensitive: true, worksiteGuid: 'Yard', reportingGroupGuid: 'Shop' }),
    lists,
    ['Nina'],
    ['Nina', 'Priya'],
    ['Nina', 'Priya'],
  ],
  [
    'no call lists; Kim, injury, group Drilling',
    event('Kim', 'Daniel', { isSensitive: true, reportingGroupGuid: 'Drilling' }),
    noLists,
    ['Daniel'],
    ['Daniel', 'Priya'],
    ['Daniel', 'Priya'],
  ],
  [
    'Kim, injury at Yard in which Daniel was hurt',
    event('Kim', 'Priya', { isSensitive: true, worksiteGuid: 'Yard', hurt: ['Daniel'] }),
    lists,
    ['Priya'],
    ['Priya'],
    ['Priya'],
  ],
  [
    'who left is passed over',
    event('Kim', 'Gone', { worksiteGuid: 'Yard' }),
    { membersOf: (target) => (target === 'WORKSITE' ? ['Gone', 'Nina'] : []) },
    ['Nina'],
    ['Nina'],
    ['Nina', 'Priya'],
  ],
])('%s', (_, about, lists_, first, next, everyone) => {
  const { FIRST, NEXT, EVERYONE } = whoIsAlerted(about, lists_, members);
  expect({ FIRST, NEXT, EVERYONE }).toEqual({ FIRST: first, NEXT: next, EVERYONE: everyone });
});

test('a near miss at Yard that could have killed is told to who reviews it and all lists, once', () => {
  expect(whoIsAlerted(event('Kim', 'Emil', { worksiteGuid: 'Yard' }), lists, members).LISTS).toEqual([
    'Emil',
    'Daniel',
    'Priya',
  ]);
  expect(whoIsAlerted(event('Kim', 'Daniel', { reportingGroupGuid: 'Drilling' }), noLists, members).LISTS).toEqual([
    'Daniel',
  ]);
});

test('an organization’s only person is alerted about what they reported themselves', () => {
  const alone = new Map([['Priya', members.get('Priya')!]]);
  expect(whoIsAlerted(event('Priya', 'Priya'), noLists, alone)).toEqual({
    FIRST: ['Priya'],
    NEXT: ['Priya'],
    EVERYONE: ['Priya'],
    LISTS: ['Priya'],
  });
});

test('a drill goes to the lists of its place, whoever sees what', () => {
  const drill: AlertedEvent = {
    seeable: null,
    reviewerGuid: null,
    involvedGuids: [],
    worksiteGuid: 'Yard',
    reportingGroupGuid: null,
  };
  expect(whoIsAlerted(drill, lists, members).EVERYONE).toEqual(['Emil', 'Daniel', 'Priya']);
});
