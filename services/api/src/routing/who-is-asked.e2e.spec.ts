import { setTimeout as sleep } from 'node:timers/promises';
import { injuryForm, nearMissForm, toolboxTalkForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { managerPermissions, permissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start()));
afterAll(() => app?.stop());

type Name = 'Priya' | 'Daniel' | 'Nina' | 'Emil' | 'Kim';
type Group = 'Drilling' | 'Shop' | null;

interface Setting {
  /** By default the lists of the page: Yard [Emil, Daniel], Shop [Nina], organization [Priya]. */
  readonly hasLists?: boolean;
  readonly asksAtOnce?: boolean;
  readonly groupOfKim?: Group;
  readonly people?: readonly Name[];
}

/** The organization of the page: Priya, an admin, joined first, then Daniel, Nina, Emil and Kim. */
async function organization({
  hasLists = true,
  asksAtOnce = true,
  groupOfKim = null,
  people: wanted = ['Priya', 'Daniel', 'Nina', 'Emil', 'Kim'],
}: Setting = {}) {
  const org = await app.found('Routing Works', { asksAtOnce });
  const groups = {
    Drilling: await app.createReportingGroup(org, 'Drilling'),
    Shop: await app.createReportingGroup(org, 'Shop'),
  };
  const yard = await app.createWorksite(org, 'Yard');
  const roles: Readonly<Record<Name, readonly ['admin' | 'manager' | 'standard' | Permission[], Group]>> = {
    Priya: ['admin', null],
    Daniel: ['manager', 'Drilling'],
    Nina: ['manager', 'Shop'],
    Emil: [['REVIEW_EVENTS'], null],
    Kim: ['standard', groupOfKim],
  };
  const people = {} as Record<Name, TestPerson & { readonly token: string }>;
  for (const name of wanted) {
    const [role, group] = roles[name];
    people[name] = await app.member(org, role, `${name} Test`, group && groups[group]);
  }
  const admin = people.Priya;
  const setList = async (path: string, members: readonly Name[]): Promise<Answer> => {
    const answer = await app.call('PUT', `/orgs/${org}/call-lists/${path}`, {
      token: admin.token,
      body: { members: members.map((name) => people[name].userGuid) },
    });
    if (answer.status === 200) await app.caughtUp(org, positionOf(answer.headers.get('Position')!, org)!);
    return answer;
  };
  if (hasLists) {
    await setList(`worksites/${yard}`, ['Emil', 'Daniel']);
    await setList(`reporting-groups/${groups.Shop}`, ['Nina']);
    await setList('organization', ['Priya']);
  }
  // What authorization and routing read is a second old at most.
  await sleep(1_000);
  const nameOf = (guid: string | null | undefined) =>
    (Object.keys(people) as Name[]).find((name) => people[name].userGuid === guid) ?? null;
  return { org, groups, yard, people, admin, setList, nameOf };
}
type Scene = Awaited<ReturnType<typeof organization>>;

interface Report {
  readonly by: Name;
  readonly for?: Name;
  readonly form: 'near miss' | 'injury' | 'toolbox talk';
  readonly at?: 'Yard' | 'another place';
  readonly group?: 'Drilling' | 'Shop';
  readonly hurt?: Name;
  readonly at5MinutesAgo?: boolean;
}

const forms = { 'near miss': nearMissForm, injury: injuryForm, 'toolbox talk': toolboxTalkForm } as const;

/** Quick where the group is left open, since a full report must name one. */
function bodyOf({ yard, groups, people }: Scene, report: Report) {
  const form = forms[report.form];
  const answers = {
    'near miss': [{ questionGuid: nearMissForm.groups[0]!.questions[0]!.questionGuid, value: 'FATALITY' }],
    injury: [{ questionGuid: injuryForm.groups[0]!.questions[0]!.questionGuid, value: true }],
    'toolbox talk': [
      { questionGuid: toolboxTalkForm.groups[0]!.questions[0]!.questionGuid, value: 'Ladders' },
      { questionGuid: toolboxTalkForm.groups[0]!.questions[1]!.questionGuid, value: 4 },
    ],
  }[report.form];
  return {
    formGuid: form.formGuid,
    formVersion: form.version,
    occurrenceDate: '2026-03-02',
    description: 'A sling slipped.',
    ...(report.at === 'another place' ? { regionGuid: regions[0]!.guid, location: 'Gate 2' } : { worksiteGuid: yard }),
    ...(report.group ? { reportingGroupGuid: groups[report.group] } : { isQuick: report.form !== 'toolbox talk' }),
    ...(report.for && { onBehalfOfUserGuid: people[report.for].userGuid }),
    ...(report.form === 'injury' && {
      injuredPersons: [
        {
          personType: 'EMPLOYEE',
          classification: 'MEDICAL_AID',
          ...(report.hurt
            ? { name: people[report.hurt].name, userAccountGuid: people[report.hurt].userGuid }
            : { name: 'Olga Fern' }),
        },
      ],
    }),
    ...(report.at5MinutesAgo && { at: new Date(Date.now() - 300_000).toISOString() }),
    components: [{ groupGuid: form.groups[0]!.groupGuid, answers }],
  };
}

const send = (scene: Scene, report: Report): Promise<Answer> =>
  app.call('POST', `/reported-events?organizationGuid=${scene.org}`, {
    token: scene.people[report.by].token,
    body: bodyOf(scene, report),
  });

/** The events of an incident as they were stored. */
async function eventsOf({ org }: Scene, eventId: string) {
  const { events } = await app.api.application.store.load(org, { kind: 'incident', guid: eventId });
  return events as readonly (RecordedEvent & { readonly data: Record<string, unknown> })[];
}

/** Reports, and tells the state with who is asked, and whether both came in one append. */
async function outcomeOf(scene: Scene, report: Report) {
  const answer = await send(scene, report);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const events = await eventsOf(scene, answer.body.eventId);
  expect(answer.body.revision).toBe(events.length);
  await app.caughtUp(scene.org, positionOf(answer.headers.get('Position')!, scene.org)!);
  const { body } = await app.call('GET', `/reported-events/${answer.body.eventId}`, { token: scene.admin.token });
  const request = events.find(({ type }) => type === 'ReviewRequested');
  return [body.state, scene.nameOf(request?.data['reviewerGuid'] as string | undefined)];
}

describe('who is asked about a report, by the page’s table', () => {
  let usual: Scene;
  let ofShop: Scene;
  let withoutLists: Scene;
  beforeAll(async () => {
    usual = await organization();
    ofShop = await organization({ groupOfKim: 'Shop' });
    withoutLists = await organization({ hasLists: false });
  });

  test.each<[what: string, scene: () => Scene, report: Report, asked: Name]>([
    ['Kim, near miss at Yard', () => usual, { by: 'Kim', form: 'near miss' }, 'Emil'],
    ['Kim, injury at Yard', () => usual, { by: 'Kim', form: 'injury' }, 'Daniel'],
    ['Emil, near miss at Yard', () => usual, { by: 'Emil', form: 'near miss' }, 'Daniel'],
    [
      'Daniel for Kim, injury at Yard, no group, Kim in no group',
      () => usual,
      { by: 'Daniel', for: 'Kim', form: 'injury' },
      'Priya',
    ],
    [
      'Daniel for Kim, injury at Yard, group Shop',
      () => usual,
      { by: 'Daniel', for: 'Kim', form: 'injury', group: 'Shop' },
      'Nina',
    ],
    [
      'Kim, injury at Yard, Daniel was hurt in it, group Shop',
      () => usual,
      { by: 'Kim', form: 'injury', hurt: 'Daniel', group: 'Shop' },
      'Nina',
    ],
    [
      'Kim, near miss at another place, group Shop',
      () => usual,
      { by: 'Kim', form: 'near miss', at: 'another place', group: 'Shop' },
      'Nina',
    ],
    [
      'Kim, a member of Shop, quick near miss at another place, group left open',
      () => ofShop,
      { by: 'Kim', form: 'near miss', at: 'another place' },
      'Nina',
    ],
    [
      'Kim, in no group, near miss at another place',
      () => usual,
      { by: 'Kim', form: 'near miss', at: 'another place' },
      'Priya',
    ],
    [
      'no call lists; Kim, near miss, group Drilling',
      () => withoutLists,
      { by: 'Kim', form: 'near miss', group: 'Drilling' },
      'Daniel',
    ],
    ['no call lists; Kim, in no group, near miss', () => withoutLists, { by: 'Kim', form: 'near miss' }, 'Priya'],
    [
      'a report that was made without a signal',
      () => usual,
      { by: 'Kim', form: 'near miss', at5MinutesAgo: true },
      'Emil',
    ],
  ])('%s', async (_, scene, report, asked) => {
    expect(await outcomeOf(scene(), report)).toEqual(['REVIEW_REQUESTED', asked]);
  });

  test('Kim, toolbox talk at Yard: no one, it is closed', async () => {
    expect(await outcomeOf(usual, { by: 'Kim', form: 'toolbox talk', group: 'Shop' })).toEqual(['CLOSED', null]);
  });

  test('REVIEWER_AT_ONCE off; Kim, near miss at Yard: no one', async () => {
    const scene = await organization({ asksAtOnce: false });
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss' })).toEqual(['REPORTED', null]);
  });

  test('Emil left the organization; Kim, near miss at Yard: Daniel', async () => {
    const scene = await organization();
    const left = await app.call('DELETE', `/org-memberships/${scene.org}/${scene.people.Emil.userGuid}`, {
      token: scene.admin.token,
    });
    expect(left.status).toBeLessThan(300);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss' })).toEqual(['REVIEW_REQUESTED', 'Daniel']);
  });

  test('Emil and Daniel lost REVIEW_EVENTS; Kim, in no group, near miss at Yard: Priya', async () => {
    const scene = await organization();
    await app.permit(scene.org, scene.people.Emil, []);
    await app.permit(scene.org, scene.people.Daniel, []);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss' })).toEqual(['REVIEW_REQUESTED', 'Priya']);
    await app.permit(scene.org, scene.people.Emil, ['REVIEW_EVENTS']);
    await sleep(1_000);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss' })).toEqual(['REVIEW_REQUESTED', 'Emil']);
  });

  test('no call lists; Kim, injury, group Shop; Nina lost SEE_INJURY_DATA: Priya', async () => {
    const scene = await organization({ hasLists: false });
    const left = permissions.filter((one) => managerPermissions.has(one) && one !== 'SEE_INJURY_DATA');
    await app.permit(scene.org, scene.people.Nina, left);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'injury', group: 'Shop' })).toEqual(['REVIEW_REQUESTED', 'Priya']);
  });

  test('Priya alone in the organization, near miss: Priya', async () => {
    const scene = await organization({ hasLists: false, people: ['Priya'] });
    expect(await outcomeOf(scene, { by: 'Priya', form: 'near miss' })).toEqual(['REVIEW_REQUESTED', 'Priya']);
  });

  test('what is asked before a report is what it does then', async () => {
    const asked = async (scene: Scene, by: Name, query: string) => {
      const { status, body } = await app.call('GET', `/orgs/${scene.org}/call-lists/asked?${query}`, {
        token: scene.people[by].token,
      });
      return [status, scene.nameOf(body.reviewer?.userGuid) ?? body.className ?? null, body.because];
    };
    const nearMiss = `formGuid=${nearMissForm.formGuid}`;
    const injury = `formGuid=${injuryForm.formGuid}`;
    expect(await asked(usual, 'Kim', `${nearMiss}&worksiteGuid=${usual.yard}`)).toEqual([200, 'Emil', 'WORKSITE']);
    expect(await asked(usual, 'Kim', `${injury}&worksiteGuid=${usual.yard}`)).toEqual([200, 'Daniel', 'WORKSITE']);
    expect(await asked(usual, 'Kim', `${nearMiss}&reportingGroupGuid=${usual.groups.Shop}`)).toEqual([
      200,
      'Nina',
      'REPORTING_GROUP',
    ]);
    expect(await asked(ofShop, 'Kim', nearMiss)).toEqual([200, 'Nina', 'REPORTING_GROUP']);
    expect(await asked(usual, 'Kim', nearMiss)).toEqual([200, 'Priya', 'ORGANIZATION']);
    expect(await asked(withoutLists, 'Kim', nearMiss)).toEqual([200, 'Priya', 'ADMINS']);
    expect(await asked(withoutLists, 'Kim', `${nearMiss}&reportingGroupGuid=${withoutLists.groups.Drilling}`)).toEqual([
      200,
      'Daniel',
      'GROUP_REVIEWERS',
    ]);
    expect(await asked(usual, 'Daniel', `${injury}&worksiteGuid=${usual.yard}`)).toEqual([
      200,
      'Priya',
      'ORGANIZATION',
    ]);
    expect(await asked(usual, 'Kim', `formGuid=${toolboxTalkForm.formGuid}`)).toEqual([200, null, null]);
    expect(await asked(usual, 'Kim', `formGuid=${uuidv7()}`)).toEqual([404, 'FormNotFound', undefined]);
    expect(await asked(usual, 'Kim', `${nearMiss}&worksiteGuid=${uuidv7()}`)).toEqual([
      404,
      'WorksiteNotFound',
      undefined,
    ]);
    expect(await asked(usual, 'Kim', `${nearMiss}&reportingGroupGuid=${uuidv7()}`)).toEqual([
      404,
      'ReportingGroupNotFound',
      undefined,
    ]);
    expect(await asked(usual, 'Kim', `${nearMiss}&onBehalfOfUserGuid=${uuidv7()}`)).toEqual([
      400,
      'MissingMember',
      undefined,
    ]);
  });

  test('the one who is asked leaves while reports come in: none is with someone who had left before it', async () => {
    const scene = await organization();
    const { Emil, Kim } = scene.people;
    const sent: Promise<Answer>[] = [];
    const path = `/reported-events?organizationGuid=${scene.org}`;
    const body = bodyOf(scene, { by: 'Kim', form: 'near miss' });
    let leaving: Promise<Answer> | undefined;
    for (let report = 0; report < 40; report++) {
      sent.push(app.call('POST', path, { token: Kim.token, body }));
      if (report === 15)
        leaving = app.call('DELETE', `/org-memberships/${scene.org}/${Emil.userGuid}`, { token: scene.admin.token });
      await sleep(10);
    }
    const left = positionOf((await leaving)!.headers.get('Position')!, scene.org)!;
    const reviewers = new Set<string | null>();
    for (const answer of await Promise.all(sent)) {
      expect(answer.status).toBe(201);
      const [reported, request] = await eventsOf(scene, answer.body.eventId);
      const reviewer = scene.nameOf(request!.data['reviewerGuid'] as string);
      reviewers.add(reviewer);
      if (reported!.position > left) expect(reviewer).toBe('Daniel');
    }
    expect(reviewers).toEqual(new Set(['Emil', 'Daniel']));
  });
});

describe('a report that someone is asked about', () => {
  test('is passed on by who sent it, and no longer deleted by them; a reviewer in it is refused', async () => {
    const scene = await organization();
    const { Kim, Nina } = scene.people;
    const { body } = await send(scene, { by: 'Kim', form: 'near miss' });
    const at = `/reported-events/${body.eventId}`;
    expect((await app.call('DELETE', at, { token: Kim.token })).status).toBe(403);
    const passed = await app.call('POST', `${at}/request-review`, {
      token: Kim.token,
      body: { reviewerGuid: Nina.userGuid },
    });
    expect(passed).toMatchObject({ status: 200, body: { revision: 3 } });
    const request = (await eventsOf(scene, body.eventId)).at(-1)!;
    expect(request.data).toEqual({ reviewerGuid: Nina.userGuid, isByCallList: false, routedTo: null });
    const refused = await app.call('POST', `/reported-events?organizationGuid=${scene.org}`, {
      token: Kim.token,
      body: { ...bodyOf(scene, { by: 'Kim', form: 'near miss' }), reviewerGuid: Nina.userGuid },
    });
    expect(refused).toMatchObject({ status: 400, body: { className: 'AssignedReviewerPresent' } });
  });
});

describe('a call list', () => {
  test('is set as a whole, the same again writes nothing, and who may not set it is refused', async () => {
    const scene = await organization({ hasLists: false });
    const { Priya, Kim, Emil } = scene.people;
    const path = `/orgs/${scene.org}/call-lists`;
    const body = { members: [Emil.userGuid, Priya.userGuid] };
    const first = await app.call('PUT', `${path}/worksites/${scene.yard}`, { token: Priya.token, body });
    expect(first).toMatchObject({
      status: 200,
      body: { target: 'WORKSITE', targetGuid: scene.yard, ...body, revision: 1 },
    });
    const again = await app.call('PUT', `${path}/worksites/${scene.yard}`, { token: Priya.token, body });
    expect(again.body).toEqual(first.body);
    for (const [method, to] of [
      ['GET', ''],
      ['PUT', '/organization'],
      ['PUT', `/worksites/${scene.yard}`],
      ['PUT', `/reporting-groups/${scene.groups.Shop}`],
    ] as const)
      expect(
        (await app.call(method, `${path}${to}`, { token: Kim.token, ...(method === 'PUT' && { body }) })).status,
      ).toBe(403);
    for (const [unit, className] of [
      ['worksites', 'WorksiteNotFound'],
      ['reporting-groups', 'ReportingGroupNotFound'],
    ])
      expect(
        await app.call('PUT', `${path}/${unit}/${uuidv7()}`, { token: Priya.token, body: { members: [] } }),
      ).toMatchObject({ status: 404, body: { className } });
  });

  test('with strangers, with someone twice or with eleven people is refused at each of them', async () => {
    const scene = await organization({ hasLists: false });
    const { Priya, Emil } = scene.people;
    const fieldsOf = async (members: readonly string[]) => {
      const { status, body } = await app.call('PUT', `/orgs/${scene.org}/call-lists/organization`, {
        token: Priya.token,
        body: { members },
      });
      return [status, body.fieldErrors?.map(({ field, className }: Record<string, string>) => [field, className])];
    };
    expect(await fieldsOf([Emil.userGuid, uuidv7()])).toEqual([400, [['members.1', 'MissingMember']]]);
    expect(await fieldsOf([Emil.userGuid, Emil.userGuid])).toEqual([400, [['members.1', 'MalformedRequest']]]);
    expect(await fieldsOf(Array.from({ length: 11 }, () => uuidv7()))).toEqual([
      400,
      [['members.10', 'MalformedRequest']],
    ]);
  });

  test('shows who is on it with their rights, keeps who left, and tells which lists ask no one', async () => {
    const scene = await organization();
    const { Emil, Kim } = scene.people;
    await scene.setList(`reporting-groups/${scene.groups.Drilling}`, ['Kim']);
    await scene.setList(`worksites/${scene.yard}`, ['Emil']);
    const shown = async () =>
      (await app.call('GET', `/orgs/${scene.org}/call-lists`, { token: scene.admin.token })).body;
    const lists = await shown();
    expect(lists.items.map(({ target, name }: Record<string, string>) => [target, name])).toEqual([
      ['ORGANIZATION', 'Routing Works'],
      ['WORKSITE', 'Yard'],
      ['REPORTING_GROUP', 'Drilling'],
      ['REPORTING_GROUP', 'Shop'],
    ]);
    expect(lists.items[1].members).toEqual([
      { userGuid: Emil.userGuid, name: 'Emil Test', isMember: true, canReview: true, canSeeInjuries: false },
    ]);
    expect(lists.gaps).toEqual([
      { target: 'WORKSITE', targetGuid: scene.yard, because: 'NOBODY_FOR_INJURIES' },
      { target: 'REPORTING_GROUP', targetGuid: scene.groups.Drilling, because: 'NOBODY_ABLE' },
    ]);
    const left = await app.call('DELETE', `/org-memberships/${scene.org}/${Kim.userGuid}`, {
      token: scene.admin.token,
    });
    await app.caughtUp(scene.org, positionOf(left.headers.get('Position')!, scene.org)!);
    expect((await shown()).items[2].members).toEqual([
      { userGuid: Kim.userGuid, name: 'Kim Test', isMember: false, canReview: false, canSeeInjuries: false },
    ]);
    expect((await scene.setList(`reporting-groups/${scene.groups.Drilling}`, ['Kim'])).body.revision).toBe(1);
    expect((await scene.setList(`reporting-groups/${scene.groups.Drilling}`, ['Emil', 'Kim'])).body).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'members.1', className: 'MissingMember' }],
    });
  });

  test('of a group that was archived in favour of another is the other one’s', async () => {
    const scene = await organization({ groupOfKim: 'Drilling' });
    const archived = await app.call('POST', `/orgs/${scene.org}/reporting-groups/${scene.groups.Drilling}/archive`, {
      token: scene.admin.token,
      body: { reassignToGuid: scene.groups.Shop },
    });
    expect(archived.status).toBe(200);
    await sleep(1_000);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss', at: 'another place', group: 'Drilling' })).toEqual([
      'REVIEW_REQUESTED',
      'Nina',
    ]);
    expect(await outcomeOf(scene, { by: 'Kim', form: 'near miss', at: 'another place' })).toEqual([
      'REVIEW_REQUESTED',
      'Nina',
    ]);
  });
});
