import type { Level } from '@plimsoll/contracts/integration/channel';
import type { DisabledBecause } from '@plimsoll/contracts/integration/webhooks';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const webhookTable = table('webhook', {
  comment: 'The endpoints of other systems that are told what happens; their secrets are sealed elsewhere.',
  key: ['webhook_guid'],
  columns: {
    webhook_guid: 'uuid',
    name: 'text',
    url: 'text',
    types: of<readonly string[] | null>('text[]?'),
    level: of<Level>('text'),
    include_sensitive: 'boolean',
    is_enabled: 'boolean',
    disabled_because: of<DisabledBecause | null>('text?'),
    secret_guid: 'uuid',
    former_secret_guid: 'uuid?',
    rotated_at: 'timestamptz?',
    created_at: 'timestamptz',
    created_by: 'uuid',
    owner_guid: 'uuid',
    created_position: 'bigint',
    is_removed: 'boolean',
  },
});
export type WebhookRow = RowOf<typeof webhookTable>;

const webhookFold = foldStream(webhookTable, {
  begin: {
    WebhookCreated: ({
      stream,
      position,
      data: { name, url, types, level, includeSensitive, isEnabled, secretGuid },
      metadata,
    }) => ({
      webhook_guid: stream.guid,
      name,
      url,
      types,
      level,
      include_sensitive: includeSensitive,
      is_enabled: isEnabled,
      disabled_because: null as DisabledBecause | null,
      secret_guid: secretGuid,
      former_secret_guid: null as string | null,
      rotated_at: null as string | null,
      created_at: metadata.at,
      created_by: metadata.actor.userGuid,
      owner_guid: metadata.actor.userGuid,
      created_position: position,
      is_removed: false,
    }),
  },
  evolve: {
    WebhookChanged: (row, { data: { name, url, types, level, includeSensitive, isEnabled } }) => {
      Object.assign(row, {
        name: name ?? row.name,
        url: url ?? row.url,
        types: types === undefined ? row.types : types,
        level: level ?? row.level,
        include_sensitive: includeSensitive ?? row.include_sensitive,
        is_enabled: isEnabled ?? row.is_enabled,
        disabled_because: isEnabled ? null : row.disabled_because,
      });
    },
    WebhookSecretRotated: (row, { data: { secretGuid }, metadata }) =>
      void Object.assign(row, {
        former_secret_guid: row.secret_guid,
        secret_guid: secretGuid,
        rotated_at: metadata.at,
      }),
    WebhookDisabled: (row, { data: { because } }) =>
      void Object.assign(row, { is_enabled: false, disabled_because: because }),
    WebhookOwnerChanged: (row, { data }) => void (row.owner_guid = data.ownerGuid),
    WebhookRemoved: (row) => void (row.is_removed = true),
  },
});

/** The webhook endpoints of an organization and their settings. */
export const webhooks = defineReadModel({
  name: 'webhook-list',
  version: 2,
  tables: [webhookTable],
  priority: 'authorization',
  folds: [webhookFold],
});
