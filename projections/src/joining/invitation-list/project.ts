import type { UserGroup } from '@plimsoll/contracts/organizations/features';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const invitationTable = table('invitation', {
  comment:
    'Whoever has a link, or an address, finds what is theirs in whichever organization it is: plimsoll.link, plimsoll.addresses.',
  key: ['invitation_guid'],
  columns: {
    invitation_guid: 'uuid',
    link_guid: 'uuid',
    recipient_name: 'text',
    email_address: 'text',
    email_lower: 'text',
    is_admin: 'boolean',
    user_groups: of<readonly UserGroup[]>('text[]'),
    reporting_group_guid: 'uuid?',
    sender_guid: 'uuid',
    owner_guid: 'uuid',
    state: of<'OUTSTANDING' | 'REVOKED' | 'ACCEPTED' | 'DECLINED'>('text'),
    recipient_guid: 'uuid?',
    sent_at: 'timestamptz',
    position: 'bigint',
    revision: 'integer',
  },
  comments: {
    owner_guid: 'who answers for it: who sent it last, or took it over',
    recipient_guid: 'who answered it',
    position: 'where it was last sent: of several to an address the last one counts',
  },
  indexes: {
    address: '(tenant, email_lower)',
    recipient: "(email_lower) where state = 'OUTSTANDING'",
    link: '(link_guid)',
  },
  policies: {
    by_link:
      "for select to plimsoll_app using (link_guid = (select nullif(current_setting('plimsoll.link', true), '')::uuid))",
    by_address:
      "for select to plimsoll_app using (email_lower = any ((select nullif(current_setting('plimsoll.addresses', true), '')::text[])::text[]))",
  },
});
export type InvitationRow = RowOf<typeof invitationTable>;

const invitationFold = foldStream(invitationTable, {
  begin: {
    InvitationSent: ({ stream, position, revision, metadata, data }) => ({
      invitation_guid: stream.guid,
      link_guid: data.linkGuid,
      recipient_name: data.recipientName,
      email_address: data.recipientEmailAddress,
      email_lower: data.recipientEmailAddress.toLowerCase(),
      is_admin: data.isAdmin,
      user_groups: data.userGroups,
      reporting_group_guid: data.reportingGroupGuid,
      sender_guid: metadata.actor.userGuid,
      owner_guid: metadata.actor.userGuid,
      state: 'OUTSTANDING' as const,
      recipient_guid: null,
      sent_at: metadata.at,
      position,
      revision,
    }),
  },
  evolve: {
    InvitationOwnerChanged: (invitation, { data }) => void (invitation.owner_guid = data.ownerGuid),
    InvitationRevoked: (invitation) => void (invitation.state = 'REVOKED'),
    InvitationDeclined: (invitation, { data }) =>
      void Object.assign(invitation, { state: 'DECLINED', recipient_guid: data.userGuid }),
    InvitationAccepted: (invitation, { data }) =>
      void Object.assign(invitation, { state: 'ACCEPTED', recipient_guid: data.userGuid }),
  },
  always: (invitation, { revision }) => void (invitation.revision = revision),
});

/** The invitations of an organization and their outcome. */
export const invitationList = defineReadModel({
  name: 'invitation-list',
  version: 3,
  tables: [invitationTable],
  folds: [invitationFold],
});
