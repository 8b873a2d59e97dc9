import { randomUUID } from 'node:crypto';
import { MAX_SAVED_VIEWS } from '@plimsoll/contracts/incidents/saved-views';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';

type Person = TestPerson & { readonly token: string };

let app: TestApplication;
let org: string;
let admin: Person;
let keeper: Person;
let owner: Person;
let other: Person;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found();
  [admin, keeper, owner, other] = await Promise.all([
    app.member(org, 'admin', 'Anna Lund'),
    app.member(org, ['UPDATE_ORGANIZATION'], 'Kay Moor'),
    app.member(org, ['UPDATE_ORGANIZATION'], 'Ora Wynn'),
    app.member(org, [], 'Stan Reef'),
  ]);
});
afterAll(() => app?.stop());

const view = {
  name: 'Open at the yard',
  filter: { state: ['REPORTED'], text: 'sling' },
  sortBy: 'RISK',
  sortDirection: 'ASCENDING',
} as const;
const at = (viewGuid = '') => `/orgs/${org}/saved-views${viewGuid && `/${viewGuid}`}`;
/** Position that each answer has to include. */
let position: string | undefined;
const call = async (
  who: Person,
  method: string,
  viewGuid?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await app.call(method, at(viewGuid), {
    token: who.token,
    body,
    headers: { ...(position && { 'At-Least': position }), ...headers },
  });
  position = answer.headers.get('position') ?? position;
  return answer;
};
const save = async (who: Person, scope: 'PERSONAL' | 'ORGANIZATION', more: object = {}): Promise<string> => {
  const answer = await call(who, 'POST', '', { ...view, scope, ...more });
  expect(answer).toMatchObject({ status: 201, body: { viewGuid: expect.any(String), revision: 1 } });
  return answer.body.viewGuid;
};
const outcomeOf = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${body.className}`);

/**
 * Typed by hand from the specification: an ORGANIZATION view is read by all and written with UPDATE_ORGANIZATION;
 * others' PERSONAL views are hidden, even from admins.
 */
const table = [
  [
    'PERSONAL',
    'GET',
    { owner: 200, other: '404 SavedViewNotFound', keeper: '404 SavedViewNotFound', admin: '404 SavedViewNotFound' },
  ],
  [
    'PERSONAL',
    'PATCH',
    { owner: 200, other: '404 SavedViewNotFound', keeper: '404 SavedViewNotFound', admin: '404 SavedViewNotFound' },
  ],
  [
    'PERSONAL',
    'DELETE',
    { owner: 200, other: '404 SavedViewNotFound', keeper: '404 SavedViewNotFound', admin: '404 SavedViewNotFound' },
  ],
  ['ORGANIZATION', 'GET', { owner: 200, other: 200, keeper: 200, admin: 200 }],
  ['ORGANIZATION', 'PATCH', { owner: 200, other: '403 Forbidden', keeper: 200, admin: 200 }],
  ['ORGANIZATION', 'DELETE', { owner: 200, other: '403 Forbidden', keeper: 200, admin: 200 }],
] as const;

test.each(table)('a view that is %s answers %s by who asks', async (scope, method, promised) => {
  const people = { owner, other, keeper, admin };
  for (const [who, answer] of Object.entries(promised)) {
    const viewGuid = await save(owner, scope);
    expect([
      who,
      outcomeOf(
        await call(
          people[who as keyof typeof people],
          method,
          viewGuid,
          method === 'PATCH' ? { name: 'Another' } : undefined,
        ),
      ),
    ]).toEqual([who, answer]);
  }
});

test('a view is created, listed by name with its content, changed and removed; an organization’s view needs the permission', async () => {
  const [second, first] = [
    await save(other, 'PERSONAL', { name: 'zulu' }),
    await save(other, 'PERSONAL', { name: 'Acheson' }),
  ];
  expect(outcomeOf(await call(other, 'POST', '', { ...view, scope: 'ORGANIZATION' }))).toBe('403 Forbidden');
  const own = async () =>
    (await call(other, 'GET')).body.items.filter(({ scope }: { scope: string }) => scope === 'PERSONAL');
  expect(await own()).toEqual([
    {
      viewGuid: first,
      ...view,
      name: 'Acheson',
      scope: 'PERSONAL',
      owner: { userGuid: other.userGuid, name: 'Stan Reef' },
      mayChange: true,
      revision: 1,
    },
    expect.objectContaining({ viewGuid: second, name: 'zulu' }),
  ]);
  expect((await call(other, 'PATCH', first, { filter: { text: 'crane' }, sortBy: 'NUMBER' })).body).toEqual({
    viewGuid: first,
    revision: 2,
  });
  expect((await call(other, 'PATCH', first, { filter: { text: 'crane' } })).body).toEqual({
    viewGuid: first,
    revision: 2,
  });
  expect(outcomeOf(await call(other, 'PATCH', first, { name: 'Late' }, { 'If-Match': '1' }))).toBe('409 StaleRevision');
  expect((await call(other, 'GET', first)).body).toMatchObject({
    name: 'Acheson',
    filter: { text: 'crane' },
    sortBy: 'NUMBER',
    sortDirection: 'ASCENDING',
    revision: 2,
  });
  expect((await call(other, 'DELETE', first)).body).toEqual({ viewGuid: first, revision: 3 });
  expect([
    outcomeOf(await call(other, 'GET', first)),
    outcomeOf(await call(other, 'DELETE', first)),
    outcomeOf(await call(other, 'PATCH', first, {})),
  ]).toEqual(Array(3).fill('404 SavedViewNotFound'));
  expect((await own()).map(({ viewGuid }: { viewGuid: string }) => viewGuid)).toEqual([second]);
});

test('a view is shared with the organization, and made personal again by its owner alone', async () => {
  const viewGuid = await save(owner, 'PERSONAL');
  expect(outcomeOf(await call(owner, 'PATCH', viewGuid, { scope: 'ORGANIZATION' }))).toBe(200);
  expect((await call(other, 'GET', viewGuid)).body).toMatchObject({ scope: 'ORGANIZATION', mayChange: false });
  expect(outcomeOf(await call(admin, 'PATCH', viewGuid, { scope: 'PERSONAL' }))).toBe('403 Forbidden');
  expect(outcomeOf(await call(owner, 'PATCH', viewGuid, { scope: 'PERSONAL' }))).toBe(200);
  expect(outcomeOf(await call(other, 'GET', viewGuid))).toBe('404 SavedViewNotFound');
  const mine = await save(other, 'PERSONAL');
  expect(outcomeOf(await call(other, 'PATCH', mine, { scope: 'ORGANIZATION' }))).toBe('403 Forbidden');
});

test('a repetition by the same key makes no second view', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const [one, two] = [
    await call(keeper, 'POST', '', { ...view, scope: 'PERSONAL' }, headers),
    await call(keeper, 'POST', '', { ...view, scope: 'PERSONAL' }, headers),
  ];
  expect(two.body).toEqual(one.body);
});

test.each([
  [{ name: ' ' }, 'MalformedName', 'name'],
  [{ name: 'x'.repeat(101) }, 'MalformedName', 'name'],
  [{ name: 'two\nlines' }, 'MalformedName', 'name'],
  [{ scope: 'ALL' }, 'MalformedRequest', 'scope'],
  [{ filter: { colour: 'red' } }, 'MalformedRequest', 'filter.colour'],
  [{ filter: { from: '2026-02-30' } }, 'MalformedRequest', 'filter.from'],
  [{ sortBy: 'COLOUR' }, 'MalformedRequest', 'sortBy'],
])('%j is refused by its field', async (wrong, className, field) => {
  expect(await call(owner, 'POST', '', { ...view, scope: 'PERSONAL', ...wrong })).toMatchObject({
    status: 400,
    body: { className, fieldErrors: [{ field, className }] },
  });
});

test(`there are at most ${MAX_SAVED_VIEWS} of one's own, whatever others have`, async () => {
  const many = await app.member(org, [], 'Many Hall');
  for (let count = 0; count < MAX_SAVED_VIEWS; count++) await save(many, 'PERSONAL', { name: `View ${count}` });
  expect(outcomeOf(await call(many, 'POST', '', { ...view, scope: 'PERSONAL' }))).toBe('409 LimitReached');
  await save(other, 'PERSONAL');
});
