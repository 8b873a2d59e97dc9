import { registerUser } from './register-user.rule.ts';

const nora = { userGuid: '01900000-0000-7000-8000-000000000003', name: 'Nora Reef', emailAddress: 'nora@example.test' };

test('registers an account, in Canadian dollars unless another currency is given', () => {
  expect(registerUser(nora, false)).toEqual([
    { type: 'UserRegistered', data: { ...nora, currencyCode: 'CAD', channelPartner: null, utmCodes: null } },
  ]);
  expect(
    registerUser({ ...nora, currencyCode: 'AUD', channelPartner: 'harbour', utmCodes: { utmSource: 'x' } }, false),
  ).toMatchObject([{ data: { currencyCode: 'AUD', channelPartner: 'harbour', utmCodes: { utmSource: 'x' } } }]);
});

test('refuses a guid that an account has already', () => {
  expect(registerUser(nora, true)).toEqual({ refused: 'DuplicateGuid' });
});
