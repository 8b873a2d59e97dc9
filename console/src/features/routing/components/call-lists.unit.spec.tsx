import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { membershipList, type Membership } from '@plimsoll/contracts/organizations/answers';
import { encodePermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { callListList, setCallListAnswer, type CallList, type CallListList } from '@plimsoll/contracts/routing/answers';
import { useAlerts } from '../../../lib/format/alerts.ts';
import type { Started } from '../../../lib/session/startup.ts';
import { answer, daniel, guid, open, organizationGuid, priya, started } from '../../../lib/test/stage.tsx';
import { CallLists } from '../public/CallLists.tsx';
import { CallListSection } from '../public/CallListSection.tsx';

const [emil, kim] = [
  { userGuid: guid(3), name: 'Emil Roy' },
  { userGuid: guid(4), name: 'Kim Cho' },
];
const yard = guid(101);
const able = { isMember: true, canReview: true, canSeeInjuries: true };

const list = (members: CallList['members'], change: Partial<CallList> = {}): CallList => ({
  target: 'WORKSITE',
  targetGuid: yard,
  name: 'Acheson Yard',
  members,
  revision: 4,
  ...change,
});

const member = (person: typeof priya, held: Permission[]): Membership => ({
  userAccount: {
    guid: person.userGuid,
    name: person.name,
    primaryEmailAddress: `${person.name.split(' ')[0]!.toLowerCase()}@demo.example`,
  },
  organizationGuid,
  organization: { guid: organizationGuid, name: 'Northern Rigging' },
  isAdmin: false,
  isOnboarded: true,
  userGroupNames: [],
  reportingGroupGuid: null,
  permissions: encodePermissions(new Set(held)),
  ownPermissions: null,
  photo: null,
  logo: null,
  authType: 'USERNAME_PASSWORD',
  revision: 1,
});
const members = [
  member(kim, []),
  member(emil, ['REVIEW_EVENTS']),
  member(priya, ['REVIEW_EVENTS', 'SEE_INJURY_DATA']),
  member(daniel, ['REVIEW_EVENTS', 'SEE_INJURY_DATA']),
];

const asking = (change: Partial<Started> = {}): Started => ({
  ...started(),
  features: new Set(['WORKSITES', 'REPORTING_GROUPS', 'REVIEWER_AT_ONCE']),
  ...change,
});

function Saved() {
  return useAlerts().map(({ title }) => <p key={title}>{title}</p>);
}

/** Opens the section of a worksite, or with `isPage` the page of all lists. */
function show(lists: CallList[], gaps: CallListList['gaps'] = [], { isPage = false, who = asking() } = {}) {
  const current = { lists };
  const saved: { members: string[]; revision: string | null }[] = [];
  const handlers = [
    http.get('*/api/orgs/:orgGuid/call-lists', () =>
      answer(callListList, { items: current.lists, totalCount: current.lists.length, gaps }),
    ),
    http.get('*/api/org-memberships', () => answer(membershipList, { items: members, totalCount: members.length })),
    http.put('*/api/orgs/:orgGuid/call-lists/worksites/:guid', async ({ request }) => {
      const body = (await request.json()) as { members: string[] };
      const revision = request.headers.get('If-Match');
      saved.push({ members: body.members, revision });
      const newest = current.lists[0]!.revision;
      if (revision !== `"${newest}"`)
        return HttpResponse.json(
          {
            type: 'about:blank',
            title: 'x',
            status: 409,
            className: 'StaleRevision',
            detail: 'x',
            requestId: 'r',
            fieldErrors: [],
            revision: newest,
          },
          { status: 409 },
        );
      return answer(setCallListAnswer, {
        target: 'WORKSITE',
        targetGuid: yard,
        members: body.members,
        revision: newest + 1,
      });
    }),
  ];
  const section = (
    <>
      <CallListSection target="WORKSITE" guid={yard} />
      <Saved />
    </>
  );
  const routes = [isPage ? { path: '/', element: <CallLists /> } : { path: '/', element: section }];
  return { ...open(routes, '/', handlers, who), saved, current, user: userEvent.setup() };
}

const guidsOf = (...people: { userGuid: string }[]) => people.map(({ userGuid }) => userGuid);

async function change(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Change the call list of Acheson Yard…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Call list of Acheson Yard' }));
  return { dialog, save: () => user.click(dialog.getByRole('button', { name: 'Save call list' })) };
}
const order = (within_: ReturnType<typeof within>) =>
  within(within_.getByRole('list', { name: 'Call list of Acheson Yard' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a call list', () => {
  it('is shown in its order, with what keeps people from being asked', async () => {
    show(
      [
        list([
          { ...emil, ...able, canSeeInjuries: false },
          { ...kim, isMember: true, canReview: false, canSeeInjuries: false },
          { ...daniel, isMember: false, canReview: false, canSeeInjuries: false },
          { ...priya, ...able },
        ]),
      ],
      [],
    );
    await screen.findByText('Reports from this worksite go to the first person here who can review them.');
    expect(order(screen as never)).toEqual([
      '1. Emil Roy Cannot see injuries',
      '2. Kim Cho Cannot review',
      '3. Daniel Okafor Not a member any more',
      '4. Priya Raman ',
    ]);
  });

  it('says who is asked in place of an empty one', async () => {
    show([list([])]);
    expect(await screen.findByText('Nobody is on it: reports go to the organization’s call list.')).toBeTruthy();
  });

  it.each([
    ['NOBODY_ABLE', 'Nobody on this list can review reports.'],
    ['NOBODY_FOR_INJURIES', 'Nobody on this list can see injuries, so they go to the next list.'],
  ] as const)('warns of a gap: %s', async (because, text) => {
    show([list([{ ...emil, ...able }])], [{ target: 'WORKSITE', targetGuid: yard, because }]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is reordered with buttons and saved as a whole, at the revision that was seen', async () => {
    const { user, saved } = show([list([emil, daniel, priya].map((person) => ({ ...person, ...able })))]);
    const { dialog, save } = await change(user);
    const up = dialog.getByRole('button', { name: 'Move Priya Raman up' });
    await user.click(up);
    await user.click(up);
    expect(document.activeElement).toBe(up);
    await user.click(up);
    expect(order(dialog)).toEqual(['1. Priya Raman ', '2. Emil Roy Cannot see injuries', '3. Daniel Okafor ']);
    await user.click(dialog.getByRole('button', { name: 'Move Emil Roy down' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move Emil Roy down' }));
    expect(saved).toEqual([]);
    await save();
    expect(await screen.findByText('The call list of Acheson Yard was saved')).toBeTruthy();
    expect(saved).toEqual([{ members: guidsOf(priya, daniel, emil), revision: '"4"' }]);
  });

  it('offers first who can review everything, and nobody twice', async () => {
    const { user, saved } = show([list([{ ...daniel, ...able }])]);
    const { dialog, save } = await change(user);
    const field = dialog.getByRole('combobox', { name: 'Add a person' });
    await user.click(field);
    const offered = await dialog.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Priya Raman priya@demo.example',
      'Emil Roy emil@demo.example, Cannot see injuries',
      'Kim Cho kim@demo.example, Cannot review',
    ]);
    await user.type(field, 'Emil{Enter}');
    expect(order(dialog)).toEqual(['1. Daniel Okafor ', '2. Emil Roy Cannot see injuries']);
    await save();
    await waitFor(() => expect(saved).toEqual([{ members: guidsOf(daniel, emil), revision: '"4"' }]));
  });

  it('takes no eleventh person', async () => {
    const ten = Array.from({ length: 10 }, (_, place) => ({
      userGuid: guid(300 + place),
      name: `Member ${place + 1}`,
      ...able,
    }));
    const { user, saved } = show([list(ten)]);
    const { dialog } = await change(user);
    await user.type(dialog.getByRole('combobox', { name: 'Add a person' }), 'Kim{Enter}');
    expect(await dialog.findByText('A call list has at most 10 people. Remove someone first.')).toBeTruthy();
    expect(order(dialog)).toHaveLength(10);
    await user.click(dialog.getByRole('button', { name: 'Remove Member 1' }));
    expect(dialog.queryByText('A call list has at most 10 people. Remove someone first.')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('loses people with a change who have left the organization, and says so before', async () => {
    const { user, saved } = show([
      list([
        { ...emil, isMember: false, canReview: false, canSeeInjuries: false },
        { ...daniel, ...able },
        { ...priya, ...able },
      ]),
    ]);
    const { dialog, save } = await change(user);
    expect(dialog.getByText(/^Emil Roy is not in the organization any more/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Move Priya Raman up' }));
    await save();
    await waitFor(() => expect(saved.map((each) => each.members)).toEqual([guidsOf(priya, daniel)]));
  });

  it('puts a person back whose removal is undone', async () => {
    const { user } = show([list([daniel, priya].map((person) => ({ ...person, ...able })))]);
    const { dialog } = await change(user);
    await user.click(dialog.getByRole('button', { name: 'Remove Daniel Okafor' }));
    expect(order(dialog)).toEqual(['1. Priya Raman ']);
    await user.click(dialog.getByRole('button', { name: 'Undo: put Daniel Okafor back' }));
    expect(order(dialog)).toEqual(['1. Daniel Okafor ', '2. Priya Raman ']);
  });

  it('does not overwrite what someone else changed, without showing it', async () => {
    const { user, saved, current } = show([list([daniel, priya].map((person) => ({ ...person, ...able })))]);
    const { dialog, save } = await change(user);
    await user.click(dialog.getByRole('button', { name: 'Remove Daniel Okafor' }));
    current.lists = [
      list(
        [emil, priya].map((person) => ({ ...person, ...able })),
        { revision: 5 },
      ),
    ];
    await save();
    expect(
      await dialog.findByText(
        'Someone changed this list since you opened it. It is now Emil Roy, Priya Raman. Save again to replace it with yours.',
      ),
    ).toBeTruthy();
    expect(order(dialog)).toEqual(['1. Priya Raman ']);
    await user.click(dialog.getByRole('button', { name: 'Use theirs' }));
    expect(order(dialog)).toEqual(['1. Emil Roy Cannot see injuries', '2. Priya Raman ']);
    await user.click(dialog.getByRole('button', { name: 'Remove Emil Roy' }));
    await save();
    await screen.findByText('The call list of Acheson Yard was saved');
    expect(saved.map(({ revision }) => revision)).toEqual(['"4"', '"5"']);
  });
});

describe('the page of all call lists', () => {
  const ofOrganization = list([{ ...priya, ...able }], {
    target: 'ORGANIZATION',
    targetGuid: null,
    name: 'Northern Rigging',
  });
  const ofGroup = list([{ ...kim, isMember: true, canReview: false, canSeeInjuries: false }], {
    target: 'REPORTING_GROUP',
    targetGuid: guid(201),
    name: 'Shop',
  });
  const ofWorksite = list([emil, daniel].map((person) => ({ ...person, ...able })));
  const lists = [ofOrganization, ofWorksite, ofGroup];

  it('has them in order with their gaps, and leads to the pages where they are changed', async () => {
    show(lists, [{ target: 'REPORTING_GROUP', targetGuid: guid(201), because: 'NOBODY_ABLE' }], { isPage: true });
    const worksites = within(await screen.findByRole('list', { name: 'Call lists: Worksites' }));
    expect(worksites.getByText('1. Emil Roy, 2. Daniel Okafor')).toBeTruthy();
    expect(worksites.getByRole('link', { name: 'Open Acheson Yard' }).getAttribute('href')).toBe(
      `/settings/organization/worksites/${yard}`,
    );
    const groups = within(screen.getByRole('list', { name: 'Call lists: Reporting groups' }));
    expect(groups.getByText('Nobody on this list can review reports.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change the call list of Northern Rigging…' })).toBeTruthy();
  });

  it('is read by people who change only some of them', async () => {
    show(lists, [], { isPage: true, who: asking({ permissions: new Set(['MANAGE_REPORTING_GROUPS']) }) });
    expect(await screen.findByRole('link', { name: 'Open Shop' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open Acheson Yard' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  });

  it('says that reports ask no one where that is switched off', async () => {
    show(lists, [], { isPage: true, who: asking({ features: new Set(['WORKSITES']) }) });
    expect((await screen.findAllByText(/^Reports ask no one by themselves\./))[0]).toBeTruthy();
    expect(screen.queryByText(/go to the call list of their worksite/)).toBeNull();
  });
});
