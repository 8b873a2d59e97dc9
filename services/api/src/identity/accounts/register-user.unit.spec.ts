import { given } from '../../../test/given-when-then.ts';
import { registerUser, type Registration } from './register-user.rule.ts';
import { accountExistence } from './register-user.ts';

const nora = { userGuid: '01900000-0000-7000-8000-000000000003', name: 'Nora Reef', emailAddress: 'nora@example.test' };

const registered = {
  type: 'UserRegistered',
  data: { ...nora, currencyCode: 'CAD', channelPartner: null, utmCodes: null },
};
const register =
  (more: Partial<Registration> = {}) =>
  (exists: boolean) =>
    registerUser({ ...nora, ...more }, exists);

test('registers an account, in Canadian dollars unless another currency is given', () => {
  const other = { currencyCode: 'AUD', channelPartner: 'harbour', utmCodes: { utmSource: 'x' } } as const;
  given(accountExistence).when(register()).then([registered]);
  given(accountExistence)
    .when(register(other))
    .thenMatch([{ data: other }]);
});

test('refuses a guid that an account has already', () => {
  given(accountExistence, [registered]).when(register()).then({ refused: 'DuplicateGuid' });
});
