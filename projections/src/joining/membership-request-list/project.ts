import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const membershipRequestTable = table('membership_request', {
  key: ['request_guid'],
  columns: {
    request_guid: 'uuid',
    user_guid: 'uuid',
    name: 'text',
    email_address: 'text',
    message: 'text?',
    status: of<'PENDING' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN'>('text'),
    requested_at: 'timestamptz',
    answered_at: 'timestamptz?',
    position: 'bigint',
    revision: 'integer',
  },
  comments: { position: 'where it was made: of several of a person the last one counts' },
  // A person's requests are found before an organization is known.
  indexes: { person: '(tenant, user_guid)', user: '(user_guid)' },
  policies: { own_rows: 'for select to plimsoll_app using (user_guid = (select current_user_guid()))' },
});
export type MembershipRequestRow = RowOf<typeof membershipRequestTable>;

const requestFold = foldStream(membershipRequestTable, {
  begin: {
    MembershipRequested: ({ stream, position, revision, metadata, data }) => ({
      request_guid: stream.guid,
      user_guid: data.userGuid,
      name: data.name,
      email_address: data.emailAddress,
      message: data.message,
      status: 'PENDING' as const,
      requested_at: metadata.at,
      answered_at: null,
      position,
      revision,
    }),
  },
  evolve: {
    MembershipRequestApproved: (request, { metadata }) =>
      void Object.assign(request, { status: 'APPROVED', answered_at: metadata.at }),
    MembershipRequestDeclined: (request, { metadata }) =>
      void Object.assign(request, { status: 'DECLINED', answered_at: metadata.at }),
    MembershipRequestWithdrawn: (request) => void (request.status = 'WITHDRAWN'),
  },
  always: (request, { revision }) => void (request.revision = revision),
});

/** Requests to join an organization and their outcome. */
export const membershipRequestList = defineReadModel({
  name: 'membership-request-list',
  version: 2,
  tables: [membershipRequestTable],
  folds: [requestFold],
});
