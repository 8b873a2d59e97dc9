import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { ownEnvelope } from '../commands/own-envelope.ts';
import { ChangeMembership } from './change-membership.ts';

let app: TestApplication;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
});
afterAll(() => app?.stop());

const change = async (tenant: string, { userGuid }: TestPerson, isAdmin: boolean): Promise<Outcome> =>
  app.api.application.commands.execute(new ChangeMembership(ownEnvelope({ tenant }), userGuid, { isAdmin }));

test.each([2, 3])('of %i admins who are all demoted at once, one always stays', async (count) => {
  const org = await app.found();
  const admins = await Promise.all(Array.from({ length: count }, (_, index) => app.register(`Admin ${index}`)));
  for (const admin of admins) await app.join(org, admin, 'admin');
  for (let round = 0; round < 25; round++) {
    const outcomes = await Promise.all(admins.map((admin) => change(org, admin, false)));
    const refused = outcomes.filter((outcome) => !isExecuted(outcome));
    expect(refused).toEqual([{ refused: 'LastAdminCannotBeRemoved', facts: { currentRevision: expect.any(Number) } }]);
    const last = outcomes.findIndex((outcome) => !isExecuted(outcome));
    for (const [index, admin] of admins.entries()) {
      if (index === last) continue;
      const back = await change(org, admin, true);
      if (isExecuted(back)) await app.caughtUp(org, back.position!);
    }
  }
});

test('an admin may go when another one stays', async () => {
  const org = await app.found();
  const [one, other] = [await app.register('One'), await app.register('Other')];
  for (const admin of [one, other]) await app.join(org, admin, 'admin');
  expect(await change(org, one, false)).toMatchObject({ changed: true });
  expect(await change(org, other, false)).toMatchObject({ refused: 'LastAdminCannotBeRemoved' });
});
