import { defineReadModel } from '../runner/read-model.ts';
import { table } from '../runner/table.ts';

export const accountTable = table('account', {
  key: ['user_guid'],
  columns: { user_guid: 'uuid', name: 'text', email_address: 'text', email_lower: 'text', registered_at: 'timestamptz' },
  indexes: { email: '(tenant, email_lower)' },
});

/** Who has an account, in the installation's own tenant. */
export const account = defineReadModel({
  name: 'account',
  version: 1,
  tables: [accountTable],
  on: {
    UserRegistered: ({ data: { userGuid, name, emailAddress }, metadata }, rows) =>
      rows.put(accountTable, { user_guid: userGuid, name, email_address: emailAddress, email_lower: emailAddress.toLowerCase(), registered_at: metadata.at }),
  },
});
