import { TestApplication, type TestPerson } from '../../test/test-application.ts';

type Member = TestPerson & { readonly token: string };

let app: TestApplication;
let ours: string;
let theirs: string;
let anna: Member;
let elsewhere: Member;

beforeAll(async () => {
  app = await TestApplication.start();
  [ours, theirs] = [await app.found('Ours'), await app.found('Theirs')];
  anna = await app.member(ours, 'standard', 'Anna Lund');
  elsewhere = await app.member(theirs, 'standard', 'Ben Okri');
});
afterAll(() => app?.stop());

const positionFor = async ({ token }: Member): Promise<string> => (await app.call('GET', '/position', { token })).body.position;

async function goesOn(member: Member, before: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const position = await positionFor(member);
    if (position !== before) return position;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return before;
}

test('the position of an organization goes on with what is done there, and with nothing that is done elsewhere', async () => {
  const first = await goesOn(anna, '');
  const there = await positionFor(elsewhere);
  await app.createWorksite(ours, 'North quay');
  const second = await goesOn(anna, first);
  expect(second).not.toBe(first);
  expect(await positionFor(elsewhere)).toBe(there);
  await app.createWorksite(theirs, 'South quay');
  expect(await goesOn(elsewhere, there)).not.toBe(there);
  expect(await positionFor(anna)).toBe(second);
});

test('it says nothing else, is kept nowhere, and is told to no one of another organization', async () => {
  const { status, headers, body } = await app.call('GET', '/position', { token: anna.token });
  expect(status).toBe(200);
  expect(body).toEqual({ position: headers.get('As-Of') });
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(await app.call('GET', `/position?organizationGuid=${theirs}`, { token: anna.token })).toMatchObject({ status: 404, body: { className: 'OrganizationNotFound' } });
  expect(await app.call('GET', '/position')).toMatchObject({ status: 401, body: { className: 'NoToken' } });
});
