import type { Level } from '@plimsoll/contracts/integration/channel';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const apiKeyTable = table('api_key', {
  comment: 'The keys that other systems read with; what they are is kept as a hash elsewhere.',
  key: ['key_guid'],
  columns: {
    key_guid: 'uuid',
    name: 'text',
    scopes: 'text[]',
    level: of<Level>('text'),
    include_sensitive: 'boolean',
    types: of<readonly string[] | null>('text[]?'),
    expires_on: 'date',
    created_at: 'timestamptz',
    created_by: 'uuid',
    owner_guid: 'uuid',
    is_revoked: 'boolean',
  },
});
export type ApiKeyRow = RowOf<typeof apiKeyTable>;

const keyFold = foldStream(apiKeyTable, {
  begin: {
    ApiKeyCreated: ({ stream, data: { name, scopes, level, includeSensitive, types, expiresOn }, metadata }) => ({
      key_guid: stream.guid,
      name,
      scopes,
      level,
      include_sensitive: includeSensitive,
      types,
      expires_on: expiresOn,
      created_at: metadata.at,
      created_by: metadata.actor.userGuid,
      owner_guid: metadata.actor.userGuid,
      is_revoked: false,
    }),
  },
  evolve: {
    ApiKeyRevoked: (row) => void (row.is_revoked = true),
    ApiKeyOwnerChanged: (row, { data }) => void (row.owner_guid = data.ownerGuid),
  },
});

/** The API keys of an organization, including revoked ones. */
export const apiKeys = defineReadModel({
  name: 'api-key-list',
  version: 2,
  tables: [apiKeyTable],
  priority: 'authorization',
  folds: [keyFold],
});
