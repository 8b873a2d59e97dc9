import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { ChangeMembership } from '../members/change-membership.ts';

const ROUNDS = process.env['HARDENING'] === 'long' ? 200 : 20;

type SignedInPerson = TestPerson & { readonly token: string };

let app: TestApplication;
let org: string;
let boss: SignedInPerson;
beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent', addressLimits: { mailsAndTokensAnHour: 100_000 } });
  org = await app.found('Harbour Works');
  boss = await app.member(org, 'admin', 'Boss Quay');
});
afterAll(() => app?.stop());

const outcomeOf = ({ status, body }: Answer): string => `${status}${body?.className ? ` ${body.className}` : ''}`;
const ok = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const signedInPerson = async (name: string): Promise<SignedInPerson> => {
  const person = await app.register(name);
  return { ...person, token: await app.signIn(person) };
};
const address = (person: TestPerson) => `/org-invitations/${org}/${person.emailAddress}`;
const invite = (person: TestPerson) =>
  app.call('PUT', '/org-invitations', {
    token: boss.token,
    body: { recipientName: person.name, recipientEmailAddress: person.emailAddress },
  });
const accept = (person: SignedInPerson) =>
  app.call('PATCH', address(person), { token: person.token, body: { status: 'ACCEPTED' } });
const revoke = (person: TestPerson) => app.call('DELETE', address(person), { token: boss.token });
const leave = ({ userGuid, token }: SignedInPerson) =>
  app.call('DELETE', `/org-memberships/${org}/${userGuid}`, { token });
const isMember = async ({ userGuid }: TestPerson): Promise<boolean> =>
  (await app.call('GET', `/org-memberships?memberGuid=${userGuid}&organizationGuid=${org}`, { token: boss.token })).body
    .totalCount === 1;

/** Starts both at once; which one starts first alternates by round. */
const atOnce = (round: number, one: () => Promise<Answer>, other: () => Promise<Answer>): Promise<Answer[]> =>
  round % 2 === 0
    ? Promise.all([one(), other()])
    : Promise.all([other(), one()]).then(([second, first]) => [first!, second!]);

test(`of an acceptance and a revocation at once one wins, ${ROUNDS} times`, async () => {
  const person = await signedInPerson('Bo Reef');
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    ok(await invite(person));
    const [accepted, revoked] = (
      await atOnce(
        round,
        () => accept(person),
        () => revoke(person),
      )
    ).map(outcomeOf);
    const outcome = `${accepted} / ${revoked}`;
    expect(['200 / 409 InvitationAlreadyUsed', '404 InvitationNotFound / 204']).toContain(outcome);
    outcomes.add(outcome);
    expect(await isMember(person)).toBe(accepted === '200');
    if (accepted === '200') ok(await leave(person));
  }
  process.stdout.write(`acceptance against revocation: ${[...outcomes].join('; ')}\n`);
});

test(`of a refusal and a revocation at once, and of a refusal and an acceptance, one wins, ${ROUNDS} times each`, async () => {
  const person = await signedInPerson('Bo Reef');
  const decline = () => app.call('PATCH', address(person), { token: person.token, body: { status: 'DECLINED' } });
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    ok(await invite(person));
    const [declined, revoked] = (await atOnce(round, decline, () => revoke(person))).map(outcomeOf);
    expect(['200 / 409 InvitationAlreadyUsed', '404 InvitationNotFound / 204']).toContain(`${declined} / ${revoked}`);
    outcomes.add(`${declined} / ${revoked}`);
    ok(await invite(person));
    const [refused, accepted] = (await atOnce(round, decline, () => accept(person))).map(outcomeOf);
    expect(['200 / 409 InvitationAlreadyUsed', '409 InvitationAlreadyUsed / 200']).toContain(
      `${refused} / ${accepted}`,
    );
    expect(await isMember(person)).toBe(accepted === '200');
    if (accepted === '200') ok(await leave(person));
  }
  process.stdout.write(`refusal against revocation: ${[...outcomes].join('; ')}\n`);
});

test(`of two acceptances at once one joins, ${ROUNDS} times`, async () => {
  const person = await signedInPerson('Bo Reef');
  for (let round = 0; round < ROUNDS; round++) {
    ok(await invite(person));
    expect(
      (
        await atOnce(
          round,
          () => accept(person),
          () => accept(person),
        )
      )
        .map(outcomeOf)
        .sort(),
    ).toEqual(['200', '409 InvitationAlreadyUsed']);
    ok(await leave(person));
  }
});

test(`of two who invite an address at once one makes the invitation and the other sends it again, ${ROUNDS} times`, async () => {
  const person = await app.register('Bo Reef');
  for (let round = 0; round < ROUNDS; round++) {
    expect(
      (
        await atOnce(
          round,
          () => invite(person),
          () => invite(person),
        )
      )
        .map(outcomeOf)
        .sort(),
    ).toEqual(['200', '201']);
    ok(await revoke(person));
  }
});

test(`of two requests at once one is made, and of an approval and a withdrawal one wins, ${ROUNDS} times`, async () => {
  const person = await signedInPerson('Rita Sund');
  const path = `/org-invitations/${org}/request/${person.userGuid}`;
  const ask = () => app.call('POST', path, { token: person.token, body: {} });
  const approve = () => app.call('PATCH', path, { token: boss.token, body: { status: 'APPROVED' } });
  const withdraw = () => app.call('DELETE', path, { token: person.token });
  for (let round = 0; round < ROUNDS; round++) {
    expect((await atOnce(round, ask, ask)).map(outcomeOf).sort()).toEqual(['200', '201']);
    const [approved, withdrawn] = (await atOnce(round, approve, withdraw)).map(outcomeOf);
    expect(['200 / 409 InvitationAlreadyUsed', '404 OnboardingRequestNotFound / 204']).toContain(
      `${approved} / ${withdrawn}`,
    );
    expect(await isMember(person)).toBe(approved === '200');
    if (approved === '200') ok(await leave(person));
  }
});

test(`two admins who demote each other leave one, ${ROUNDS} times`, async () => {
  const own = await app.found('Own Works');
  const [anna, ben] = [await app.member(own, 'admin', 'Anna'), await app.member(own, 'admin', 'Ben')];
  const change = (by: SignedInPerson, whom: SignedInPerson, isAdmin: boolean) =>
    app.call('PATCH', `/org-memberships/${own}/${whom.userGuid}`, { token: by.token, body: { isAdmin } });
  for (let round = 0; round < ROUNDS; round++) {
    const answers = (
      await atOnce(
        round,
        () => change(anna, ben, false),
        () => change(ben, anna, false),
      )
    ).map(outcomeOf);
    // The slower one is the last admin then, or no longer an admin.
    expect(answers.toSorted()[0]).toBe('200');
    expect(['409 LastAdminCannotBeRemoved', '403 Forbidden']).toContain(answers.toSorted()[1]);
    const admins = (await app.call('GET', `/org-memberships?organizationGuid=${own}`, { token: anna.token })).body;
    const [last, other] = answers[0] === '200' ? [anna, ben] : [ben, anna];
    const { body } = await app.call('GET', `/org-memberships?organizationGuid=${own}`, { token: last.token });
    expect(
      body.items
        .filter(({ isAdmin }: { isAdmin: boolean }) => isAdmin)
        .map(({ userAccount }: { userAccount: { guid: string } }) => userAccount.guid),
    ).toEqual([last.userGuid]);
    expect(admins.totalCount).toBe(2);
    ok(await change(last, other, true));
  }
});

test(`two admins who leave at once leave one, ${ROUNDS} times`, async () => {
  const own = await app.found('Own Works');
  const [anna, ben] = [await app.member(own, 'admin', 'Anna'), await app.member(own, 'admin', 'Ben')];
  const go = ({ userGuid, token }: SignedInPerson) =>
    app.call('DELETE', `/org-memberships/${own}/${userGuid}`, { token });
  for (let round = 0; round < ROUNDS; round++) {
    const answers = (
      await atOnce(
        round,
        () => go(anna),
        () => go(ben),
      )
    ).map(outcomeOf);
    expect(answers.toSorted()).toEqual(['204', '409 LastAdminCannotBeRemoved']);
    await app.join(own, answers[0] === '204' ? anna : ben, 'admin');
  }
});

describe('by the command alone, which asks for nobody’s right', () => {
  const change = async (tenant: string, { userGuid }: TestPerson, isAdmin: boolean): Promise<Outcome> =>
    app.api.application.commands.execute(new ChangeMembership(systemEnvelope({ tenant }), userGuid, { isAdmin }));

  test.each([2, 3])('of %i admins who are all demoted at once, one always stays', async (count) => {
    const org = await app.found();
    const admins = await Promise.all(Array.from({ length: count }, (_, index) => app.register(`Admin ${index}`)));
    for (const admin of admins) await app.join(org, admin, 'admin');
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all(admins.map((admin) => change(org, admin, false)));
      const refused = outcomes.filter((outcome) => !isExecuted(outcome));
      expect(refused).toEqual([
        { refused: 'LastAdminCannotBeRemoved', facts: { currentRevision: expect.any(Number) } },
      ]);
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
});
