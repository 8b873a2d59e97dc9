import { MailedLinks } from '@plimsoll/shared/mailed-links';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';

/** Number of rounds in which several requests compete for what only one may do. */
const RACES = process.env['HARDENING'] === 'long' ? 200 : 20;

let app: TestApplication;
let admin: pg.Client;
let people: (TestPerson & { readonly token: string })[];

beforeAll(async () => {
  app = await TestApplication.start({
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 100_000, authMethodsAMinute: 10_000 },
  });
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  people = await Promise.all(
    ['Nora Reef', 'Otto Berg', 'Stan Gill'].map(async (name) => {
      const person = await app.register(name);
      return { ...person, token: await app.signIn(person) };
    }),
  );
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
});

const won = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.className ?? status).sort();

test(
  `of several who want one username at once one gets it (${RACES} times)`,
  async () => {
    for (let race = 0; race < RACES; race++) {
      const username = `race-${uuidv7().slice(-10)}`;
      expect(
        won(
          await Promise.all(
            people.map(({ userGuid, token }) => app.call('PATCH', `/users/${userGuid}`, { token, body: { username } })),
          ),
        ),
      ).toEqual([200, 'DuplicateUsername', 'DuplicateUsername']);
    }
  },
  20_000 + RACES * 1_000,
);

test(
  `of several who verify one address at once one has it, and nobody else signs in by it (${RACES} times)`,
  async () => {
    const links = MailedLinks.ofVerifications(Buffer.from(app.options.sealingKey, 'base64'));
    for (let race = 0; race < RACES; race++) {
      const emailAddress = `${uuidv7()}@example.test`;
      for (const { userGuid, token } of people)
        expect(
          (await app.call('POST', `/users/${userGuid}/email-addresses`, { token, body: { emailAddress } })).status,
        ).toBe(202);
      const { rows } = await admin.query<{ guid: string; user_guid: string }>(
        'select guid, user_guid from email_verifications order by asked_at desc limit $1',
        [people.length],
      );
      const tokenOf = new Map(rows.map(({ guid, user_guid }) => [user_guid, links.tokenOf(guid)]));
      expect(
        won(
          await Promise.all(
            people.map(({ userGuid, token }) =>
              app.call('PUT', '/email-verification', { token, body: { verificationToken: tokenOf.get(userGuid) } }),
            ),
          ),
        ),
      ).toEqual([200, 'DuplicateEmailAddress', 'DuplicateEmailAddress']);
      const owners = await Promise.all(
        people.map(
          async ({ userGuid, token }) =>
            (await app.call('GET', `/users/${userGuid}/email-addresses`, { token })).body.items.find(
              (item: { emailAddress: string }) => item.emailAddress === emailAddress,
            ).isVerified,
        ),
      );
      expect(owners.filter(Boolean)).toHaveLength(1);
      for (const { userGuid, token } of people)
        expect((await app.call('DELETE', `/users/${userGuid}/email-addresses/${emailAddress}`, { token })).status).toBe(
          204,
        );
    }
  },
  20_000 + RACES * 1_000,
);
