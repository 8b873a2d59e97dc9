import { albertaGuid, body, components } from '../../../test/incidents/sample-incident.ts';
import { TEST_PASSWORD, TestApplication, type TestPerson } from '../../../test/test-application.ts';

let app: TestApplication;
let admin: TestPerson;
let organization: string;
let token: string;
beforeAll(async () => {
  app = await TestApplication.start();
  organization = await app.found('Müller Werke');
  admin = await app.register('Iris Vale', 'info@xn--mller-kva.example');
  await app.join(organization, admin, 'admin');
  token = await app.signIn(admin);
});
afterAll(() => app?.stop());

const call = (method: string, path: string, content?: object) => app.call(method, path, { token, body: content });

/** Addresses as people type them, and as they are stored. */
const forms = [
  ['r&d@demo.example', 'r&d@demo.example'],
  ["o'brien+site@demo.example", "o'brien+site@demo.example"],
  [' x@y.example ', 'x@y.example'],
  ['büro@müller.example', null],
  ['info.two@Müller.example', 'info.two@xn--mller-kva.example'],
  ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
] as const;
const refused = { status: 400, body: { fieldErrors: [{ message: 'Email address is invalid' }] } };

test('people sign in by an internationalized domain as they write it', async () => {
  for (const identifier of ['info@müller.example', ' INFO@MÜLLER.example', 'info@xn--mller-kva.example'])
    expect(await app.call('POST', '/auth', { body: { identifier, password: TEST_PASSWORD } })).toMatchObject({
      status: 200,
    });
});

test.each(forms)(
  '%j can be added, invited, named as a witness and used to sign up, by one rule',
  async (typed, stored) => {
    const own = `/users/${admin.userGuid}/email-addresses`;
    const added = await call('POST', own, { emailAddress: typed });
    const invited = await call('PUT', '/org-invitations', {
      organizationGuid: organization,
      recipientName: 'Gus Trip',
      recipientEmailAddress: typed,
    });
    const signedUp = await app.call('POST', '/onboarding', {
      body: { name: 'Gus Trip', emailAddress: typed, password: 'quay-lantern-83' },
    });
    const reported = await call('POST', '/reported-events', {
      ...body,
      reportingGroupGuid: undefined,
      worksiteGuid: undefined,
      regionGuid: albertaGuid,
      location: 'Gate',
      components,
      relatedPersons: [{ name: 'Gus Trip', emailAddress: typed }],
    });
    if (stored === null) {
      for (const answer of [added, invited, signedUp, reported]) expect(answer).toMatchObject(refused);
      return;
    }
    expect([added.status, invited.status, signedUp.status, reported.status]).toEqual([202, 201, 202, 201]);
    expect((await call('GET', own)).body.items).toContainEqual(expect.objectContaining({ emailAddress: stored }));
    expect((await call('GET', `/org-invitations?organizationGuid=${organization}`)).body.items).toContainEqual(
      expect.objectContaining({ recipientEmailAddress: stored }),
    );
    expect(signedUp.body.emailAddress).toBe(stored);
    expect((await call('GET', `/reported-events/${reported.body.eventId}`)).body.relatedPersons).toMatchObject([
      { emailAddress: stored },
    ]);
    // In an address of the API as well.
    expect((await call('DELETE', `${own}/${encodeURIComponent(typed)}`)).status).toBe(204);
    expect((await call('DELETE', `/org-invitations/${organization}/${encodeURIComponent(typed)}`)).status).toBe(204);
  },
);
