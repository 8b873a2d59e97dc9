import { MAX_PASSKEYS } from '@plimsoll/contracts/identity/second-factors';
import { isRefusal, type Decision } from '../../commands/decision.ts';
import {
  addSecondFactor,
  makeRecoveryCodes,
  noSecondFactors,
  removePasskey,
  removeTotp,
  resetSecondFactors,
  secondFactorsDecider,
  type SecondFactorEvent,
  type SecondFactors,
} from './second-factors.ts';
import { recorded } from '../../../test/given-when-then.ts';

const userGuid = 'nora';
type Decide = (state: SecondFactors) => Decision<SecondFactorEvent>;
const add =
  (method: 'TOTP' | 'PASSKEY', secondFactorGuid: string, recoveryCodesGuid = `codes of ${secondFactorGuid}`): Decide =>
  (state) =>
    addSecondFactor(state, { userGuid, method, secondFactorGuid, recoveryCodesGuid });

/** State after these decisions in sequence. */
function after(...decisions: readonly Decide[]): SecondFactors {
  return decisions.reduce((state, decide) => {
    const decided = decide(state);
    if (isRefusal(decided)) throw new Error(decided.refused);
    return recorded(decided).reduce(secondFactorsDecider.evolve, state);
  }, noSecondFactors);
}

test('the first factor comes with recovery codes, the next leaves them', () => {
  expect(add('TOTP', 'app')(noSecondFactors)).toEqual([
    {
      type: 'SecondFactorAdded',
      data: {
        userGuid,
        method: 'TOTP',
        secondFactorGuid: 'app',
        replacedGuid: null,
        recoveryCodesGuid: 'codes of app',
      },
    },
  ]);
  expect(add('PASSKEY', 'key')(after(add('TOTP', 'app')))).toEqual([
    {
      type: 'SecondFactorAdded',
      data: { userGuid, method: 'PASSKEY', secondFactorGuid: 'key', replacedGuid: null, recoveryCodesGuid: null },
    },
  ]);
});

test('an authenticator app takes the place of the one before; the same again changes nothing', () => {
  const state = after(add('TOTP', 'app'));
  expect(add('TOTP', 'another')(state)).toMatchObject([{ data: { replacedGuid: 'app' } }]);
  expect(after(add('TOTP', 'app'), add('TOTP', 'another'))).toMatchObject({
    totp: 'another',
    gone: ['app'],
    recoveryCodes: 'codes of app',
  });
  expect(add('TOTP', 'app')(state)).toEqual([]);
});

test('recovery codes go with the last factor, whichever it is', () => {
  const both = [add('TOTP', 'app'), add('PASSKEY', 'key')];
  const [withoutApp, withoutKey]: readonly Decide[] = [
    (state) => removeTotp(state, userGuid),
    (state) => removePasskey(state, userGuid, 'key'),
  ];
  expect(after(...both, withoutApp!)).toMatchObject({ totp: null, passkeys: ['key'], recoveryCodes: 'codes of app' });
  expect(after(...both, withoutKey!)).toMatchObject({ totp: 'app', passkeys: [], recoveryCodes: 'codes of app' });
  for (const order of [
    [withoutApp!, withoutKey!],
    [withoutKey!, withoutApp!],
  ])
    expect(after(...both, ...order)).toMatchObject({
      totp: null,
      passkeys: [],
      recoveryCodes: null,
      gone: expect.arrayContaining(['app', 'key', 'codes of app']),
    });
});

test('what is not there is removed without an event', () => {
  expect([
    removeTotp(noSecondFactors, userGuid),
    removePasskey(noSecondFactors, userGuid, 'key'),
    resetSecondFactors(noSecondFactors, userGuid),
  ]).toEqual([[], [], []]);
});

test('recovery codes are made for whom there is a factor, and those before are gone', () => {
  expect(makeRecoveryCodes(noSecondFactors, userGuid, 'new')).toMatchObject({
    refused: 'MissingRelatedEntity',
    fieldErrors: [{ field: 'secondFactors' }],
  });
  expect(after(add('TOTP', 'app'), (state) => makeRecoveryCodes(state, userGuid, 'new'))).toMatchObject({
    recoveryCodes: 'new',
    gone: ['codes of app'],
  });
});

test('passkeys are limited, and authenticator apps do not count', () => {
  const many = Array.from({ length: MAX_PASSKEYS }, (_, index) => add('PASSKEY', `key ${index}`));
  expect(add('PASSKEY', 'one more')(after(...many))).toEqual({ refused: 'LimitReached' });
  expect(after(...many, add('TOTP', 'app')).totp).toBe('app');
});

test('a reset removes all of them, and later factors start fresh', () => {
  const reset: Decide = (state) => resetSecondFactors(state, userGuid);
  expect(after(add('TOTP', 'app'), add('PASSKEY', 'key'), reset)).toEqual({
    totp: null,
    passkeys: [],
    recoveryCodes: null,
    gone: ['app', 'key', 'codes of app'],
  });
  expect(after(add('TOTP', 'app'), reset, add('PASSKEY', 'key'))).toMatchObject({
    passkeys: ['key'],
    recoveryCodes: 'codes of key',
  });
});
