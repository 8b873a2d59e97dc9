import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { alarmQuestions, builtInForms, injuryForm, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { formCommands, formTable } from '@plimsoll/contracts/forms/form-states';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start()));
afterAll(() => app?.stop());

type Person = TestPerson & { token: string };

/** An organization with a form manager who is not an admin, and a member who only reports. */
async function scene() {
  const org = await app.found();
  const [keeper, reporter] = [
    await app.member(org, ['CREATE_AND_MANAGE_EVENT_FORMS', 'VIEW_OTHER_USERS_EVENTS'], 'Kay Moor'),
    await app.member(org, [], 'Ron Pike'),
  ];
  const call = (
    method: string,
    path: string,
    body?: unknown,
    { by = keeper, ...headers }: Record<string, string> & { by?: Person } = {} as never,
  ): Promise<Answer> =>
    app.call(method, `${path}${path.includes('?') ? '&' : '?'}organizationGuid=${org}`, {
      token: by.token,
      body,
      headers,
    });
  return { org, keeper, reporter, call };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const [G, Q, R] = [() => randomUUID(), () => randomUUID(), regions[0]!.guid];

/** A draft with one group and one question. */
async function draft({ call }: Scene, more: object = {}) {
  const [formGuid, groupGuid, questionGuid] = [randomUUID(), G(), Q()];
  expect(await call('POST', '/forms', { formGuid, name: 'Lifting', ...more })).toMatchObject({
    status: 201,
    body: { formGuid, state: 'DRAFT', version: 0, hasUnpublishedChanges: true, isHidden: false, revision: 1 },
  });
  expect((await call('PATCH', `/forms/${formGuid}/groups`, { add: [{ groupGuid, title: 'Lift' }] })).status).toBe(200);
  expect(
    (
      await call('PATCH', `/forms/${formGuid}/questions`, {
        add: [{ questionGuid, groupGuid, type: 'YES_NO', text: 'Was it hurt?' }],
      })
    ).status,
  ).toBe(200);
  return { formGuid, groupGuid, questionGuid };
}

async function inState(at: Scene, state: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' | 'BUILT_IN'): Promise<string> {
  if (state === 'BUILT_IN') return nearMissForm.formGuid;
  const { formGuid } = await draft(at);
  if (state !== 'DRAFT')
    expect(await at.call('POST', `/forms/${formGuid}/publish`)).toMatchObject({
      status: 200,
      body: { state: 'PUBLISHED', version: 1, hasUnpublishedChanges: false },
    });
  if (state === 'ARCHIVED')
    expect(await at.call('POST', `/forms/${formGuid}/archive`)).toMatchObject({
      status: 200,
      body: { state: 'ARCHIVED' },
    });
  return formGuid;
}

const report = (
  { call, reporter }: Scene,
  formGuid: string,
  formVersion: number,
  components: object[],
  more: object = {},
) =>
  call(
    'POST',
    '/reported-events',
    {
      formGuid,
      formVersion,
      occurrenceDate: '2026-03-02',
      regionGuid: R,
      location: 'Bay 3',
      description: 'A sling slipped.',
      components,
      ...more,
    },
    { by: reporter } as never,
  );

/** The specification's table: result of each command in each state. */
const page = [
  ['PATCH', '', { description: 'New' }, 'DRAFT', 'PUBLISHED', 'fS', 'fS'],
  ['PUT', '/event-workflow', { eventWorkflow: 'NONE' }, 'DRAFT', 'PUBLISHED', 'fS', 'fS'],
  ['PATCH', '/groups', { add: [{ title: 'More' }] }, 'DRAFT', 'PUBLISHED', 'fS', 'fS'],
  ['PATCH', '/questions', {}, '0', '0', 'fS', 'fS'],
  ['POST', '/publish', undefined, 'PUBLISHED', '0', 'fS', 'fS'],
  ['POST', '/discard-changes', undefined, 'fS', '0', 'fS', 'fS'],
  ['POST', '/archive', undefined, 'fS', 'ARCHIVED', '0', 'fS'],
  ['POST', '/restore', undefined, 'fS', '0', 'PUBLISHED', '0'],
  ['DELETE', '', undefined, 'GONE', 'fS', 'fS', 'HIDDEN'],
] as const;
const columns = ['DRAFT', 'PUBLISHED', 'ARCHIVED', 'BUILT_IN'] as const;

describe('the table of forms', () => {
  let at: Scene;
  let cells = 0;
  beforeAll(async () => void (at = await scene()));
  afterAll(() => console.info(`${cells} cells of the table of forms were walked over HTTP`));

  test.each(
    page.flatMap(([method, path, body, ...expected]) =>
      columns.map((column, index) => ({ method, path, body, column, expected: expected[index]! })),
    ),
  )('$method $path of $column: $expected', async ({ method, path, body, column, expected }) => {
    const guid = await inState(at, column);
    const own = `/forms/${guid}`;
    expect(await at.call(method, `${own}${path}`, body, { by: at.reporter } as never)).toMatchObject({ status: 403 });
    const before =
      column === 'BUILT_IN' ? 0 : ((await at.call('GET', `/event-form-builder${own}`)).body.revision as number);
    const answer = await at.call(method, `${own}${path}`, body);
    const after = (await at.call('GET', `/event-form-builder${own}`)).body;
    cells += 2;
    if (expected === 'fS') {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          className: 'FormStateConflict',
          state: column === 'BUILT_IN' ? 'PUBLISHED' : column,
          allowedCommands: expect.any(Array),
        },
      });
      if (column !== 'BUILT_IN') expect(after.revision).toBe(before);
    } else if (expected === '0') expect([answer.status, answer.body.revision]).toEqual([200, before]);
    else if (expected === 'GONE') {
      expect([answer.status, after.className]).toEqual([200, 'FormNotFound']);
      expect(await at.call('DELETE', own)).toMatchObject({ status: 404, body: { className: 'FormNotFound' } });
    } else if (expected === 'HIDDEN') {
      expect(answer).toMatchObject({ status: 200, body: { isHidden: true, revision: 1 } });
      expect(await at.call('DELETE', own)).toMatchObject({ status: 200, body: { isHidden: true, revision: 1 } });
      expect(
        (await at.call('GET', '/forms')).body.items.map(({ formGuid }: { formGuid: string }) => formGuid),
      ).not.toContain(guid);
      expect(await at.call('POST', `${own}/restore`)).toMatchObject({
        status: 200,
        body: { isHidden: false, revision: 2 },
      });
      expect(
        (await at.call('GET', '/forms')).body.items.map(({ formGuid }: { formGuid: string }) => formGuid),
      ).toContain(guid);
    } else
      expect(answer).toMatchObject({ status: 200, body: { formGuid: guid, state: expected, revision: before + 1 } });
  });

  test('is the one that the code has', () => {
    const commandOf = (path: string, method: string) =>
      method === 'DELETE'
        ? 'delete'
        : path === '' || path === '/event-workflow' || path === '/groups' || path === '/questions'
          ? 'change'
          : path.slice(1);
    expect(new Set(page.map(([method, path]) => commandOf(path, method)))).toEqual(new Set(formCommands));
    for (const [method, path, , ...expected] of page) {
      for (const [index, column] of columns.entries())
        expect([path, column, formTable[commandOf(path, method) as 'publish'][column] === 'CONFLICT']).toEqual([
          path,
          column,
          expected[index] === 'fS',
        ]);
    }
  });
});

test('the list of forms says how many events each was used for', async () => {
  const at = await scene();
  const { formGuid, groupGuid, questionGuid } = await draft(at);
  await at.call('POST', `/forms/${formGuid}/publish`);
  await sleep(500);
  const counts = async () => {
    const { items } = (await at.call('GET', '/forms')).body as { items: { formGuid: string; eventCount: number }[] };
    return [formGuid, nearMissForm.formGuid].map((guid) => items.find((form) => form.formGuid === guid)!.eventCount);
  };
  expect(await counts()).toEqual([0, 0]);
  const answers = [{ groupGuid, answers: [{ questionGuid, value: true }] }];
  await report(at, formGuid, 1, answers);
  const last = await report(at, formGuid, 1, answers);
  await app.caughtUp(at.org, positionOf(last.headers.get('position')!, at.org)!);
  expect(await counts()).toEqual([2, 0]);
});

test('reports by a form name people hurt and others, and reviews rate, only if its builder enabled it; each version keeps what it asked for', async () => {
  const at = await scene();
  const reviewer = await app.member(at.org, ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'], 'Rita Vos');
  const { formGuid, groupGuid, questionGuid } = await draft(at);
  const publish = async () => {
    expect((await at.call('POST', `/forms/${formGuid}/publish`)).status).toBe(200);
    await sleep(500);
  };
  const answers = [{ groupGuid, answers: [{ questionGuid, value: true }] }];
  const hurt = { injuredPersons: [{ name: 'Sam Ash', personType: 'EMPLOYEE' }] };
  const others = { relatedPersons: [{ name: 'Ola Berg' }] };
  /** Reports, and asks for a review. */
  const toReview = async (version: number, more: object) => {
    const { eventId } = (await report(at, formGuid, version, answers, more)).body as { eventId: string };
    expect(
      await at.call('POST', `/reported-events/${eventId}/request-review`, { reviewerGuid: reviewer.userGuid }, {
        by: at.reporter,
      } as never),
    ).toMatchObject({ status: 200 });
    return (body: object) => at.call('POST', `/reported-events/${eventId}/review`, body, { by: reviewer } as never);
  };
  const refusedAt = (field: string, message: string) => ({
    status: 400,
    body: { fieldErrors: expect.arrayContaining([expect.objectContaining({ field, message })]) },
  });

  await publish();
  expect((await at.call('GET', `/forms/${formGuid}`)).body).toMatchObject({
    asksPeopleHurt: false,
    asksOtherPeople: false,
    asksRating: false,
  });
  expect(await report(at, formGuid, 1, answers, hurt)).toMatchObject(
    refusedAt('injuredPersons', 'This form does not ask who was hurt'),
  );
  expect(await report(at, formGuid, 1, answers, others)).toMatchObject(
    refusedAt('relatedPersons', 'This form does not ask for other people'),
  );
  const reviewFirst = await toReview(1, {});
  expect(await reviewFirst({ severity: 2, likelihood: 2 })).toMatchObject(
    refusedAt('severity', 'Events by this form are not rated'),
  );
  expect(await reviewFirst({ comment: 'Seen on site.' })).toMatchObject({ status: 200 });

  expect(
    await at.call('PATCH', `/forms/${formGuid}`, {
      requiresInjuredPersons: true,
      asksOtherPeople: true,
      asksRating: true,
    }),
  ).toMatchObject({ status: 200 });
  expect((await at.call('GET', `/event-form-builder/forms/${formGuid}`)).body).toMatchObject({ asksPeopleHurt: true });
  await publish();
  const reviewSecond = await toReview(2, { ...hurt, ...others });
  expect(await reviewSecond({})).toMatchObject({ status: 400 });
  expect(await reviewSecond({ severity: 2, likelihood: 2 })).toMatchObject({ status: 200 });
  expect(await report(at, formGuid, 1, answers, hurt)).toMatchObject({ status: 400 });

  // Asking for nobody also ends that someone is required.
  expect(await at.call('PATCH', `/forms/${formGuid}`, { asksPeopleHurt: false })).toMatchObject({ status: 200 });
  expect((await at.call('GET', `/event-form-builder/forms/${formGuid}`)).body).toMatchObject({
    asksPeopleHurt: false,
    requiresInjuredPersons: false,
  });
});

describe('a form', () => {
  test('keeps its versions: reports on each are taken, shown and amended by their own', async () => {
    const at = await scene();
    const { formGuid, groupGuid, questionGuid } = await draft(at);
    expect(await at.call('GET', `/forms/${formGuid}`)).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
    expect(await report(at, formGuid, 1, [{ groupGuid, answers: [] }])).toMatchObject({ status: 404 });
    await at.call('POST', `/forms/${formGuid}/publish`);
    await sleep(500);
    expect((await at.call('GET', '/forms')).body.items.map(({ name }: { name: string }) => name)).toContain('Lifting');
    const second = Q();
    expect(
      await at.call('PATCH', `/forms/${formGuid}/questions`, {
        add: [
          {
            questionGuid: second,
            groupGuid,
            type: 'TEXT',
            text: 'How?',
            required: true,
            showIf: { question: questionGuid, operator: 'EQUALS', value: true },
          },
        ],
      }),
    ).toMatchObject({ body: { hasUnpublishedChanges: true, version: 1 } });
    expect((await at.call('GET', `/forms/${formGuid}`)).body.groups[0].questions).toHaveLength(1);
    expect(await at.call('POST', `/forms/${formGuid}/publish`)).toMatchObject({ body: { version: 2 } });
    expect((await at.call('GET', `/forms/${formGuid}`)).body).toMatchObject({
      version: 2,
      groups: [{ questions: [{}, { questionGuid: second }] }],
    });
    expect((await at.call('GET', `/forms/${formGuid}?version=1`)).body.groups[0].questions).toHaveLength(1);
    expect((await at.call('GET', `/forms/${formGuid}/schema`)).body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      allOf: [{ then: { required: [second] } }],
    });
    await sleep(500);
    const yes = [{ groupGuid, answers: [{ questionGuid, value: true }] }];
    const first = await report(at, formGuid, 1, yes);
    expect(first.status).toBe(201);
    expect(await report(at, formGuid, 2, yes)).toMatchObject({ status: 400 });
    expect(await report(at, formGuid, 3, yes)).toMatchObject({ status: 404, body: { className: 'FormNotFound' } });
    expect(
      await at.call(
        'PATCH',
        `/reported-events/${first.body.eventId}`,
        { components: [{ groupGuid, answers: [{ questionGuid, value: false }] }] },
        { by: at.reporter } as never,
      ),
    ).toMatchObject({ status: 200 });
  });

  test('that is archived takes what was reported before, for 30 days, and nothing else', async () => {
    const at = await scene();
    const { formGuid, groupGuid } = await draft(at);
    await at.call('POST', `/forms/${formGuid}/publish`);
    await sleep(500);
    const before = new Date().toISOString();
    await sleep(50);
    const archived = await at.call('POST', `/forms/${formGuid}/archive`);
    await app.caughtUp(at.org, positionOf(archived.headers.get('position')!, at.org)!);
    await sleep(500);
    expect(await report(at, formGuid, 1, [{ groupGuid, answers: [] }], { at: before })).toMatchObject({ status: 201 });
    expect(await report(at, formGuid, 1, [{ groupGuid, answers: [] }])).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
    expect(
      await report(at, formGuid, 1, [{ groupGuid, answers: [] }], {
        at: new Date(Date.now() - 31 * 86_400_000).toISOString(),
        occurrenceDate: '2026-03-01',
      }),
    ).toMatchObject({ status: 404 });
  });

  test('is copied with guids of its own, conditions too, in whatever state', async () => {
    const at = await scene();
    const copy = randomUUID();
    const original = builtInForms.find(({ name }) => name === 'Hazard')!;
    expect(
      await at.call('POST', '/forms', { formGuid: copy, name: 'Our hazards', copyOf: original.formGuid }),
    ).toMatchObject({ status: 201 });
    const copied = (await at.call('GET', `/event-form-builder/forms/${copy}`)).body;
    const questions = copied.groups[0].questions as {
      questionGuid: string;
      text: string;
      showIf: { question: string } | null;
    }[];
    expect(questions.map(({ text }) => text)).toEqual(original.groups[0]!.questions.map(({ text }) => text));
    expect(questions.map(({ questionGuid }) => questionGuid)).not.toContain(
      original.groups[0]!.questions[0]!.questionGuid,
    );
    expect(questions[3]!.showIf!.question).toBe(questions[2]!.questionGuid);
    expect(await at.call('POST', `/forms/${copy}/publish`)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await at.call('POST', '/forms', { formGuid: copy, name: 'Again' })).toMatchObject({
      status: 409,
      body: { className: 'DuplicateGuid' },
    });
    expect(await at.call('POST', '/forms', { name: 'Of nothing', copyOf: randomUUID() })).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
  });

  test('names every error that prevents publishing it, and both sides of a broken condition', async () => {
    const at = await scene();
    const formGuid = (await at.call('POST', '/forms', { name: 'Empty' })).body.formGuid as string;
    const fields = ({ body }: Answer) => body.fieldErrors.map(({ field }: { field: string }) => field);
    expect(fields(await at.call('POST', `/forms/${formGuid}/publish`))).toEqual(['questions']);
    const [groupGuid, one, two] = [G(), Q(), Q()];
    await at.call('PATCH', `/forms/${formGuid}/groups`, { add: [{ groupGuid, title: 'A' }] });
    await at.call('PATCH', `/forms/${formGuid}/questions`, {
      add: [
        { questionGuid: one, groupGuid, type: 'CHOICE', text: 'Which?' },
        { questionGuid: two, groupGuid, type: 'INTEGER', text: '', min: 3, max: 1 },
      ],
    });
    expect(fields(await at.call('POST', `/forms/${formGuid}/publish`))).toEqual([
      `questions.${one}.options`,
      `questions.${two}.text`,
      `questions.${two}.min`,
    ]);
    const options = [
      { value: 'A', label: 'a' },
      { value: 'B', label: 'b' },
    ];
    const showIf = { question: one, operator: 'EQUALS', value: 'A' };
    expect(
      (
        await at.call('PATCH', `/forms/${formGuid}/questions`, {
          change: [
            { questionGuid: one, options },
            { questionGuid: two, text: 'How many?', max: 9, showIf },
          ],
        })
      ).status,
    ).toBe(200);
    const both = [`questions.${two}.showIf`, `questions.${one}.showIf`];
    expect(
      fields(
        await at.call('PATCH', `/forms/${formGuid}/questions`, { order: [{ groupGuid, questionGuids: [two, one] }] }),
      ),
    ).toEqual(both);
    expect(fields(await at.call('PATCH', `/forms/${formGuid}/questions`, { remove: [one] }))).toEqual(both);
    expect(
      fields(await at.call('PATCH', `/forms/${formGuid}/questions`, { change: [{ questionGuid: one, type: 'TEXT' }] })),
    ).toEqual(both);
    expect(fields(await at.call('PATCH', `/forms/${formGuid}`, { isLeading: true, ltifContributor: true }))).toEqual([
      'isLeading',
      'trifContributor',
      'ltifContributor',
    ]);
    expect((await at.call('PATCH', `/forms/${formGuid}`, { ltifContributor: true })).status).toBe(200);
    expect((await at.call('GET', `/event-form-builder/forms/${formGuid}`)).body).toMatchObject({
      trifContributor: true,
    });
    expect((await at.call('POST', `/forms/${formGuid}/publish`)).status).toBe(200);
    expect(
      fields(
        await at.call('PATCH', `/forms/${formGuid}/questions`, { change: [{ questionGuid: two, type: 'DECIMAL' }] }),
      ),
    ).toEqual([`questions.${two}.type`]);
    expect(await at.call('PATCH', `/forms/${formGuid}`, { name: 'Newer' }, { 'if-match': '1' } as never)).toMatchObject(
      { status: 409, body: { className: 'StaleRevision' } },
    );
  });

  test('of another organization is not there', async () => {
    const [at, other] = [await scene(), await scene()];
    const { formGuid } = await draft(at);
    for (const [method, path] of [
      ['GET', `/event-form-builder/forms/${formGuid}`],
      ['POST', `/forms/${formGuid}/publish`],
      ['DELETE', `/forms/${formGuid}`],
      ['GET', `/forms/${formGuid}`],
    ] as const) {
      expect(await other.call(method, path)).toMatchObject({ status: 404, body: { className: 'FormNotFound' } });
    }
    expect((await other.call('GET', '/event-form-builder/forms')).body.totalCount).toBe(builtInForms.length);
  });
});

describe('a built-in form with two versions', () => {
  const { formGuid, groups } = injuryForm;
  const [care] = groups;
  const added = { questionGuid: alarmQuestions.lostConsciousness, value: true };
  const [hospital] = care!.questions;
  const answers = (...more: object[]) => [
    { groupGuid: care!.groupGuid, answers: [{ questionGuid: hospital!.questionGuid, value: false }, ...more] },
  ];
  const hurt = { injuredPersons: [{ name: 'Sam Ash', personType: 'EMPLOYEE' }] };
  const textsOf = (form: Answer['body']): string[] =>
    form.groups.flatMap(({ questions }: { questions: { text: string }[] }) => questions.map(({ text }) => text));
  const question = 'Did anyone lose consciousness?';

  let at: Scene;
  beforeAll(async () => void (at = await scene()));

  test('is listed once, in its newest version, also after it was hidden', async () => {
    const versions = async (path: string) =>
      (await at.call('GET', path)).body.items
        .filter((form: { formGuid: string }) => form.formGuid === formGuid)
        .map(({ version }: { version: number }) => version);
    expect(await versions('/forms')).toEqual([2]);
    expect(await versions('/event-form-builder/forms')).toEqual([2]);
    expect(await at.call('DELETE', `/forms/${formGuid}`)).toMatchObject({ body: { isHidden: true, version: 2 } });
    expect(await versions('/forms')).toEqual([]);
    expect(await versions('/event-form-builder/forms')).toEqual([2]);
    expect(await at.call('POST', `/forms/${formGuid}/restore`)).toMatchObject({
      body: { isHidden: false, version: 2 },
    });
    expect(await versions('/forms')).toEqual([2]);
    const managed = (await at.call('GET', `/event-form-builder/forms/${formGuid}`)).body;
    expect([managed.version, textsOf(managed)]).toEqual([2, expect.arrayContaining([question])]);
  });

  test('shows the questions of the version that is asked for', async () => {
    const shown = async (query: string) => (await at.call('GET', `/forms/${formGuid}${query}`)).body;
    const [newest, first] = [await shown(''), await shown('?version=1')];
    expect([newest.version, first.version]).toEqual([2, 1]);
    expect(textsOf(newest)[3]).toBe(question);
    expect(textsOf(first)).toEqual(textsOf(newest).filter((text) => text !== question));
    expect(textsOf(await shown('?version=2'))).toEqual(textsOf(newest));
    expect(await at.call('GET', `/forms/${formGuid}?version=3`)).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
    const asked = async (version: number) =>
      JSON.stringify((await at.call('GET', `/forms/${formGuid}/schema?version=${version}`)).body);
    expect(await asked(1)).not.toContain(added.questionGuid);
    expect(await asked(2)).toContain(added.questionGuid);
  });

  test('accepts reports with each of them, and events keep theirs', async () => {
    expect(await report(at, formGuid, 3, answers(), hurt)).toMatchObject({
      status: 404,
      body: { className: 'FormNotFound' },
    });
    expect(await report(at, formGuid, 1, answers(added), hurt)).toMatchObject({ status: 400 });
    const first = await report(at, formGuid, 1, answers(), hurt);
    const second = await report(at, formGuid, 2, answers(added), hurt);
    expect([first.status, second.status, (await report(at, formGuid, 2, answers(), hurt)).status]).toEqual([
      201, 201, 201,
    ]);
    await app.caughtUp(at.org, positionOf(second.headers.get('position')!, at.org)!);
    const on = (method: string, { body }: Answer, components?: object[]) =>
      at.call(method, `/reported-events/${body.eventId}`, components && { components }, { by: at.reporter } as never);
    expect(await on('PATCH', first, answers(added))).toMatchObject({ status: 400 });
    expect(await on('PATCH', second, answers({ ...added, value: false }))).toMatchObject({ status: 200 });
    expect(await on('PATCH', first, [{ ...answers()[0], answers: [] }])).toMatchObject({ status: 400 });
    expect(await on('GET', first)).toMatchObject({ body: { formVersion: 1, components: answers() } });
    expect(await on('GET', second)).toMatchObject({ body: { formVersion: 2 } });
  });

  test('is copied in its newest version', async () => {
    const copy = (await at.call('POST', '/forms', { name: 'Our injuries', copyOf: formGuid })).body.formGuid;
    const copied = (await at.call('GET', `/event-form-builder/forms/${copy}`)).body;
    expect(textsOf(copied)[3]).toBe(question);
    expect(JSON.stringify(copied)).not.toContain(added.questionGuid);
  });
});

test('categories have titles that no other has, and the list of events follows what they hold today', async () => {
  const at = await scene();
  const made = await at.call('POST', '/reported-events/categories', { title: 'Vehicles' });
  expect(made).toMatchObject({ status: 201, body: { revision: 1 } });
  const category = `/reported-events/categories/${made.body.categoryGuid}`;
  expect(await at.call('POST', '/reported-events/categories', { title: ' vehicleS' })).toMatchObject({
    status: 409,
    body: { className: 'DuplicateGuid' },
  });
  expect(
    await at.call('POST', '/reported-events/categories', { title: 'Others' }, { by: at.reporter } as never),
  ).toMatchObject({ status: 403 });
  const put = (operation: string, formGuid = nearMissForm.formGuid) =>
    at.call('PUT', `${category}/forms/${formGuid}`, { organizationGuid: at.org, operation });
  expect(await put('ADD')).toMatchObject({ status: 200, body: { revision: 2 } });
  expect(await put('ADD')).toMatchObject({ status: 200, body: { revision: 2 } });
  expect(await put('ADD', randomUUID())).toMatchObject({ status: 404, body: { className: 'FormNotFound' } });
  const group = nearMissForm.groups[0]!;
  const reported = await report(at, nearMissForm.formGuid, 1, [
    { groupGuid: group.groupGuid, answers: [{ questionGuid: group.questions[0]!.questionGuid, value: 'FIRST_AID' }] },
  ]);
  await app.caughtUp(at.org, positionOf(reported.headers.get('position')!, at.org)!);
  const found = async () =>
    (
      await at.call(
        'GET',
        `/reported-events?filter=${encodeURIComponent(JSON.stringify({ categoryGuid: [made.body.categoryGuid] }))}`,
      )
    ).body.totalCount;
  expect(await found()).toBe(1);
  const out = await put('REMOVE');
  await app.caughtUp(at.org, positionOf(out.headers.get('position')!, at.org)!);
  expect(await found()).toBe(0);
  expect(await at.call('PATCH', category, { title: 'Fleet' })).toMatchObject({ status: 200 });
  const gone = await at.call('DELETE', category);
  await app.caughtUp(at.org, positionOf(gone.headers.get('position')!, at.org)!);
  expect((await at.call('GET', '/reported-events/categories')).body).toEqual({ items: [], totalCount: 0 });
  expect(await put('ADD')).toMatchObject({ status: 404, body: { className: 'CategoryNotFound' } });
});

test('without CUSTOM_EVENTS nobody builds forms, and forms of its own are not offered', async () => {
  const at = await scene();
  const { formGuid } = await draft(at);
  await at.call('POST', `/forms/${formGuid}/publish`);
  const admin = await app.member(at.org, 'admin', 'Ada Roy');
  await app.call('PATCH', `/orgs/${at.org}/customer-config`, {
    token: admin.token,
    body: { featureCode: 'CUSTOM_EVENTS', isEnabled: false },
  });
  await sleep(1_000);
  expect((await at.call('GET', '/forms')).body.items.map((form: { formGuid: string }) => form.formGuid)).not.toContain(
    formGuid,
  );
  expect(await at.call('GET', '/event-form-builder/forms')).toMatchObject({ status: 403 });
  expect(await at.call('POST', '/forms', { name: 'New' })).toMatchObject({ status: 403 });
  expect(await at.call('DELETE', `/forms/${nearMissForm.formGuid}`)).toMatchObject({
    status: 200,
    body: { isHidden: true },
  });
});
