import { MAX_PASSKEYS } from '@plimsoll/contracts/identity/second-factors';
import type { Decision } from '../../commands/decision.ts';
import {
  addSecondFactor,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  resetSecondFactors,
  secondFactorsDecider,
  type SecondFactorEvent,
  type SecondFactors,
} from './second-factors.ts';
import { given } from '../../../test/given-when-then.ts';

const userGuid = 'nora';
type Decide = (state: SecondFactors) => Decision<SecondFactorEvent>;
const add =
  (method: 'TOTP' | 'PASSKEY', secondFactorGuid: string, recoveryCodesGuid = `codes of ${secondFactorGuid}`): Decide =>
  (state) =>
    addSecondFactor(state, { userGuid, method, secondFactorGuid, recoveryCodesGuid });

/** What these decisions in sequence lead to. */
const after = (...decisions: readonly Decide[]) =>
  given(
    secondFactorsDecider,
    decisions.reduce<readonly SecondFactorEvent[]>(
      (events, decide) => [...events, ...given(secondFactorsDecider, events).when(decide).events],
      [],
    ),
  );

test('the first factor comes with recovery codes, the next leaves them', () => {
  after()
    .when(add('TOTP', 'app'))
    .then([
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
  after(add('TOTP', 'app'))
    .when(add('PASSKEY', 'key'))
    .then([
      {
        type: 'SecondFactorAdded',
        data: { userGuid, method: 'PASSKEY', secondFactorGuid: 'key', replacedGuid: null, recoveryCodesGuid: null },
      },
    ]);
});

test('an authenticator app takes the place of the one before; the same again changes nothing', () => {
  const withApp = after(add('TOTP', 'app'));
  withApp.when(add('TOTP', 'another')).thenMatch([{ data: { replacedGuid: 'app' } }]);
  expect(after(add('TOTP', 'app'), add('TOTP', 'another')).state).toMatchObject({
    totp: 'another',
    gone: ['app'],
    recoveryCodes: 'codes of app',
  });
  withApp.when(add('TOTP', 'app')).then([]);
});

test('recovery codes go with the last factor, whichever it is', () => {
  const both = [add('TOTP', 'app'), add('PASSKEY', 'key')];
  const [withoutApp, withoutKey]: readonly Decide[] = [
    (state) => removeTotp(state, userGuid),
    (state) => removePasskey(state, userGuid, 'key'),
  ];
  expect(after(...both, withoutApp!).state).toMatchObject({
    totp: null,
    passkeys: ['key'],
    recoveryCodes: 'codes of app',
  });
  expect(after(...both, withoutKey!).state).toMatchObject({ totp: 'app', passkeys: [], recoveryCodes: 'codes of app' });
  for (const order of [
    [withoutApp!, withoutKey!],
    [withoutKey!, withoutApp!],
  ])
    expect(after(...both, ...order).state).toMatchObject({
      totp: null,
      passkeys: [],
      recoveryCodes: null,
      gone: expect.arrayContaining(['app', 'key', 'codes of app']),
    });
});

test('what is not there is removed without an event', () => {
  const removals: readonly Decide[] = [
    (state) => removeTotp(state, userGuid),
    (state) => removePasskey(state, userGuid, 'key'),
    (state) => resetSecondFactors(state, userGuid),
  ];
  for (const remove of removals) after().when(remove).then([]);
});

test('recovery codes are made for whom there is a factor, and those before are gone', () => {
  const make: Decide = (state) => makeRecoveryCodes(state, userGuid, 'new');
  after()
    .when(make)
    .thenMatch({ refused: 'MissingRelatedEntity', fieldErrors: [{ field: 'secondFactors' }] });
  expect(after(add('TOTP', 'app'), make).state).toMatchObject({
    recoveryCodes: 'new',
    gone: ['codes of app'],
  });
});

test('passkeys are limited, and authenticator apps do not count', () => {
  const many = Array.from({ length: MAX_PASSKEYS }, (_, index) => add('PASSKEY', `key ${index}`));
  after(...many)
    .when(add('PASSKEY', 'one more'))
    .then({ refused: 'LimitReached' });
  expect(after(...many, add('TOTP', 'app')).state.totp).toBe('app');
});

test('a reset removes all of them, and later factors start fresh', () => {
  const reset: Decide = (state) => resetSecondFactors(state, userGuid);
  expect(after(add('TOTP', 'app'), add('PASSKEY', 'key'), reset).state).toEqual({
    totp: null,
    passkeys: [],
    recoveryCodes: null,
    gone: ['app', 'key', 'codes of app'],
  });
  expect(after(add('TOTP', 'app'), reset, add('PASSKEY', 'key')).state).toMatchObject({
    passkeys: ['key'],
    recoveryCodes: 'codes of key',
  });
});
