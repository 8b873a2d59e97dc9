import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Rows } from '../../runner/tables/read-model.ts';
import { table } from '../../runner/tables/table.ts';

export const accountTable = table('account', {
  key: ['user_guid'],
  columns: {
    user_guid: 'uuid',
    name: 'text',
    username: 'text?',
    username_lower: 'text?',
    email_address: 'text',
    email_lower: 'text',
    registered_at: 'timestamptz',
  },
  comments: { email_address: 'the primary one' },
  indexes: { username: '(tenant, username_lower)' },
});

/** Every verified address of every account. An erased address matches nothing. */
export const accountAddressTable = table('account_address', {
  key: ['user_guid', 'address_lower'],
  columns: { user_guid: 'uuid', address_lower: 'text', email_address: 'text', added_at: 'timestamptz' },
  indexes: { address: '(tenant, address_lower)' },
});

function putAddress(rows: Rows, userGuid: string, emailAddress: string, addedAt: string): void {
  if (emailAddress === ERASED) return;
  rows.put(accountAddressTable, {
    user_guid: userGuid,
    address_lower: emailAddress.toLowerCase(),
    email_address: emailAddress,
    added_at: addedAt,
  });
}

const accountFold = foldStream(accountTable, {
  key: ({ data }) => [(data as { userGuid: string }).userGuid],
  begin: {
    UserRegistered: ({ data: { userGuid, name, emailAddress }, metadata }) => ({
      user_guid: userGuid,
      name,
      username: null,
      username_lower: null,
      email_address: emailAddress,
      email_lower: emailAddress.toLowerCase(),
      registered_at: metadata.at,
    }),
  },
  evolve: {
    UserRenamed: (account, { data: { name } }) => void (account.name = name),
    UsernameChanged: (account, { data: { username } }) =>
      void Object.assign(
        account,
        username === ERASED
          ? { username: null, username_lower: null }
          : { username, username_lower: username.toLowerCase() },
      ),
    PrimaryEmailAddressChanged: (account, { data: { emailAddress } }) =>
      void Object.assign(account, { email_address: emailAddress, email_lower: emailAddress.toLowerCase() }),
  },
});

/** The accounts and how they are found, in the installation's own tenant. */
export const account = defineReadModel({
  name: 'account',
  version: 2,
  tables: [accountTable, accountAddressTable],
  folds: [accountFold],
  on: {
    UserRegistered: ({ data: { userGuid, emailAddress }, metadata }, rows) =>
      putAddress(rows, userGuid, emailAddress, metadata.at),
    EmailAddressAdded: ({ data: { userGuid, emailAddress }, metadata }, rows) =>
      putAddress(rows, userGuid, emailAddress, metadata.at),
    EmailAddressRemoved: ({ data: { userGuid, emailAddress } }, rows) =>
      rows.remove(accountAddressTable, userGuid, emailAddress.toLowerCase()),
  },
});
