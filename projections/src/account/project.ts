import { userRegistered, type IdentityEvent } from '@plimsoll/contracts/identity/events';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Table } from '../runner/projection.ts';

interface AccountRow {
  user_guid: string;
  name: string;
  email_address: string;
  email_lower: string;
  registered_at: string;
}

export const accountTable: Table<AccountRow> = {
  name: 'account_v1',
  key: ['user_guid'],
  columns: { user_guid: 'uuid', name: 'text', email_address: 'text', email_lower: 'text', registered_at: 'timestamptz' },
};

/** Who has an account, in the installation's own tenant. */
export const account: Projection = {
  name: 'account',
  tables: [accountTable],
  eventTypes: new Set([userRegistered.type]),
  needs: () => [],
  project(events, rows) {
    for (const event of events as readonly (RecordedEvent & IdentityEvent)[]) {
      if (event.type !== 'UserRegistered') continue;
      const { userGuid, name, emailAddress } = event.data;
      rows.put(accountTable, {
        user_guid: userGuid, name, email_address: emailAddress, email_lower: emailAddress.toLowerCase(), registered_at: event.metadata.at,
      });
    }
  },
};
