import { codeOf } from './authenticator-app.ts';
import { MAX_WRONG_FACTORS } from '../../src/identity/second-factors/second-step.ts';
import {
  admin,
  answer,
  app,
  challenged,
  password,
  refusal,
  signInWith,
  signedInPerson,
  withApp,
} from './second-factor-scene.ts';

/** Tests of the second step of signing in that apply to every factor. */
export function describeSecondStep(): void {
  describe('a challenge', () => {
    test('is void after five wrong codes, and says how often one may still try', async () => {
      const person = await signedInPerson();
      const { secret } = await withApp(person);
      const { challengeToken } = await challenged(person);
      const tries = [];
      for (let count = 0; count < 6; count++)
        tries.push(await answer(challengeToken, { totp: '000000' === codeOf(secret, 1) ? '000001' : '000000' }));
      expect(tries.map(({ status, body }) => [status, body.className, body.triesLeft])).toEqual(
        [4, 3, 2, 1, 0, 0].map((left) => [401, 'IncorrectSecondFactor', left]),
      );
      expect(await answer(challengeToken, { totp: codeOf(secret, 1) })).toMatchObject({
        status: 401,
        body: { triesLeft: 0 },
      });
      expect((await signInWith(person, { totp: codeOf(secret, 1) })).status).toBe(200);
    });

    test('is void after five minutes, once it was answered, and when the password was changed meanwhile', async () => {
      const person = await signedInPerson();
      const { recoveryCodes } = await withApp(person);
      const [late, used, overtaken] = [await challenged(person), await challenged(person), await challenged(person)];
      expect((await answer(used.challengeToken, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
      expect(refusal(await answer(used.challengeToken, { recoveryCode: recoveryCodes[1] }))).toEqual([
        401,
        'IncorrectSecondFactor',
      ]);
      await admin.query(
        "update sign_in_challenges set begun_at = begun_at - interval '5 minutes' where user_guid = $1 and used_at is null",
        [person.userGuid],
      );
      expect(refusal(await answer(late.challengeToken, { recoveryCode: recoveryCodes[2] }))).toEqual([
        401,
        'IncorrectSecondFactor',
      ]);
      await admin.query('update sign_in_challenges set begun_at = clock_timestamp() where user_guid = $1', [
        person.userGuid,
      ]);
      await admin.query('update password_credentials set version = version + 1 where user_guid = $1', [
        person.userGuid,
      ]);
      expect(refusal(await answer(overtaken.challengeToken, { recoveryCode: recoveryCodes[3] }))).toEqual([
        401,
        'IncorrectSecondFactor',
      ]);
    });

    test(`is not answered any more after ${MAX_WRONG_FACTORS} wrong answers in an hour, for people who have not signed in there before`, async () => {
      const person = await signedInPerson();
      const { secret, recoveryCodes } = await withApp(person);
      const known = await signInWith(person, { recoveryCode: recoveryCodes[0] });
      const cookie = known.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0]!)
        .find((one) => one.startsWith('plimsoll-device='))!;
      await admin.query('delete from sign_in_failures');
      expect((await signInWith(person, { recoveryCode: 'none' })).status).toBe(401);
      await admin.query('update sign_in_failures set failures = $1', [MAX_WRONG_FACTORS]);
      expect(refusal(await signInWith(person, { totp: codeOf(secret, 1) }))).toEqual([429, 'TooManyAttempts']);
      expect(
        (await answer((await challenged(person)).challengeToken, { totp: codeOf(secret, 1) }, { cookie })).status,
      ).toBe(200);
      await admin.query('delete from sign_in_failures');
    });

    test('comes after the right password alone: before it, nothing tells whether there is a second factor', async () => {
      const [person, other] = [await signedInPerson(), await signedInPerson('Otto Bay')];
      await withApp(person);
      const wrong = async ({ emailAddress }: { emailAddress: string }) => {
        const {
          status,
          headers,
          body: { requestId: _, ...body },
        } = await app.call('POST', '/auth', { body: { identifier: emailAddress, password: 'not-the-password' } });
        return { status, body, headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)) };
      };
      const asked = await wrong(person);
      expect(asked).toEqual(await wrong(other));
      expect(asked).toEqual(await wrong({ emailAddress: 'nobody@example.test' }));
      expect(asked).toMatchObject({ status: 401, body: { className: 'IncorrectPassword' } });
      // The work is equal too: at this point stored second factors cannot even be read.
      await admin.query('revoke select on totp_secrets, passkeys, recovery_codes from plimsoll_app');
      try {
        expect(await wrong(person)).toEqual(asked);
        expect((await password(person)).status).toBe(500);
      } finally {
        await admin.query('grant select on totp_secrets, passkeys, recovery_codes to plimsoll_app');
      }
    });

    test('comes after a new password by mail too', async () => {
      const person = await signedInPerson();
      const { recoveryCodes } = await withApp(person);
      const { MailedLinks } = await import('@plimsoll/shared/mailed-links');
      await app.call('PUT', `/users/${person.emailAddress}/password-reset-request`);
      const { rows } = await admin.query('select guid from password_resets order by asked_at desc limit 1');
      const resetToken = MailedLinks.ofResets(Buffer.from(app.options.sealingKey, 'base64')).tokenOf(rows[0].guid);
      expect(
        (await app.call('POST', '/password-reset', { body: { resetToken, newPassword: 'quay-lantern-83' } })).status,
      ).toBe(204);
      const { body } = await app.call('POST', '/auth', {
        body: { identifier: person.emailAddress, password: 'quay-lantern-83' },
      });
      expect(body).toMatchObject({ jwt: null, challenge: { methods: ['TOTP', 'RECOVERY_CODE'] } });
      expect((await answer(body.challenge.challengeToken, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
    });
  });
}
