import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const auditorGrantTable = table('auditor_grant', {
  comment:
    'Whom from outside an organization lets read a part of its events; link and passcode are kept as hashes elsewhere.',
  key: ['grant_guid'],
  columns: {
    grant_guid: 'uuid',
    name: 'text',
    email_address: 'text',
    firm: 'text?',
    purpose: 'text',
    scope_from: 'date',
    scope_to: 'date',
    form_guids: of<readonly string[] | null>('uuid[]?'),
    worksite_guids: of<readonly string[] | null>('uuid[]?'),
    event_ids: of<readonly string[] | null>('uuid[]?'),
    include_sensitive: 'boolean',
    with_names: 'boolean',
    expires_at: 'timestamptz',
    granted_at: 'timestamptz',
    granted_by: 'uuid',
    owner_guid: 'uuid',
    is_locked: 'boolean',
    is_revoked: 'boolean',
  },
});
export type AuditorGrantRow = RowOf<typeof auditorGrantTable>;

const grantFold = foldStream(auditorGrantTable, {
  begin: {
    AuditorGranted: ({
      stream,
      metadata,
      data: {
        name,
        emailAddress,
        firm,
        purpose,
        from,
        to,
        formGuids,
        worksiteGuids,
        eventIds,
        includeSensitive,
        withNames,
        expiresAt,
      },
    }) => ({
      grant_guid: stream.guid,
      name,
      email_address: emailAddress,
      firm,
      purpose,
      scope_from: from,
      scope_to: to,
      form_guids: formGuids,
      worksite_guids: worksiteGuids,
      event_ids: eventIds,
      include_sensitive: includeSensitive,
      with_names: withNames,
      expires_at: expiresAt,
      granted_at: metadata.at,
      granted_by: metadata.actor.userGuid,
      owner_guid: metadata.actor.userGuid,
      is_locked: false,
      is_revoked: false,
    }),
  },
  evolve: {
    AuditorGrantOwnerChanged: (grant, { data }) => void (grant.owner_guid = data.ownerGuid),
    AuditorRevoked: (grant) => void (grant.is_revoked = true),
    AuditorLocked: (grant) => void (grant.is_locked = true),
  },
});

/** External auditors: what they may read of an organization, and until when. */
export const auditorGrants = defineReadModel({
  name: 'auditor-grant-list',
  version: 2,
  tables: [auditorGrantTable],
  priority: 'authorization',
  folds: [grantFold],
});
