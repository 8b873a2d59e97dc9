import type { ErasureKind, HeldKind } from '@plimsoll/contracts/privacy/events';
import type { ErasureStatus } from '@plimsoll/contracts/privacy/privacy';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReadModel, type Rows } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const erasureTable = table('erasure', {
  key: ['erasure_guid'],
  columns: {
    erasure_guid: 'uuid',
    subject: 'uuid',
    kind: of<ErasureKind>('text'),
    guid: 'uuid',
    incident_guid: 'uuid?',
    reason: 'text',
    requested_by: 'uuid',
    requested_at: 'timestamptz',
    due_at: 'timestamptz',
    status: of<ErasureStatus>('text'),
    ended_at: 'timestamptz?',
    position: 'bigint',
  },
  comments: {
    subject: 'whose key it destroys, and the stream of the requests about it',
    ended_at: 'when it was done or cancelled',
    position: 'of its request',
  },
});
export type ErasureRow = RowOf<typeof erasureTable>;

export const erasureDueTable = table('erasure_due', {
  comment: 'When erasures begin that have not come to their end.',
  key: ['erasure_guid'],
  columns: { erasure_guid: 'uuid', subject: 'uuid', due_at: 'timestamptz' },
  // The scheduler reads only guids and a time of every tenant.
  policies: { clock_reads: 'for select to plimsoll_projector using (true)' },
});

export const legalHoldTable = table('legal_hold', {
  key: ['hold_guid'],
  columns: {
    hold_guid: 'uuid',
    kind: of<HeldKind>('text'),
    guid: 'uuid?',
    reason: 'text',
    placed_by: 'uuid',
    placed_at: 'timestamptz',
    released_by: 'uuid?',
    released_at: 'timestamptz?',
    release_reason: 'text?',
    position: 'bigint',
  },
});
export type LegalHoldRow = RowOf<typeof legalHoldTable>;

export const openBundleTable = table('open_bundle', {
  comment:
    'Bundles of the log that were made with the keys of what is personal in them: no erasure reaches those that were handed out.',
  key: ['bundle_guid'],
  columns: { bundle_guid: 'uuid', made_by: 'uuid', made_at: 'timestamptz' },
});
export type OpenBundleRow = RowOf<typeof openBundleTable>;

/** The erasure that was requested for the subject whose key is about to be destroyed has begun. */
function begin({ stream }: RecordedEvent, rows: Rows): void {
  const begun = rows.all(erasureTable).find(({ subject, status }) => subject === stream.guid && status === 'PENDING');
  if (begun) rows.put(erasureTable, { ...begun, status: 'ERASING' });
}

/** Requested erasures, legal holds, and bundles that were exported readable. */
export const erasureListProjection = defineReadModel({
  name: 'erasure-list',
  version: 1,
  tables: [erasureTable, erasureDueTable, legalHoldTable, openBundleTable],
  reads: [erasureTable, erasureDueTable, legalHoldTable],
  on: {
    ErasureRequested(
      { stream, position, metadata, data: { erasureGuid, kind, guid, incidentGuid, reason, requestedBy, dueAt } },
      rows,
    ) {
      rows.put(erasureTable, {
        erasure_guid: erasureGuid,
        subject: stream.guid,
        kind,
        guid,
        incident_guid: incidentGuid,
        reason,
        requested_by: requestedBy,
        requested_at: metadata.at,
        due_at: dueAt,
        status: 'PENDING',
        ended_at: null,
        position,
      });
      rows.put(erasureDueTable, { erasure_guid: erasureGuid, subject: stream.guid, due_at: dueAt });
    },
    ErasureCancelled({ metadata, data: { erasureGuid } }, rows) {
      const asked = rows.get(erasureTable, erasureGuid);
      if (asked) rows.put(erasureTable, { ...asked, status: 'CANCELLED', ended_at: metadata.at });
      rows.remove(erasureDueTable, erasureGuid);
    },
    PersonErased: begin,
    InvitationErased: begin,
    AuditorErased: begin,
    ErasureCompleted({ metadata, data: { erasureGuid } }, rows) {
      const begun = rows.get(erasureTable, erasureGuid);
      if (begun) rows.put(erasureTable, { ...begun, status: 'DONE', ended_at: metadata.at });
      rows.remove(erasureDueTable, erasureGuid);
    },
    LegalHoldPlaced({ position, metadata, data: { holdGuid, kind, guid, reason, placedBy } }, rows) {
      rows.put(legalHoldTable, {
        hold_guid: holdGuid,
        kind,
        guid,
        reason,
        placed_by: placedBy,
        placed_at: metadata.at,
        released_by: null,
        released_at: null,
        release_reason: null,
        position,
      });
    },
    LegalHoldReleased({ metadata, data: { holdGuid, releasedBy, reason } }, rows) {
      const placed = rows.get(legalHoldTable, holdGuid);
      if (placed)
        rows.put(legalHoldTable, {
          ...placed,
          released_by: releasedBy,
          released_at: metadata.at,
          release_reason: reason,
        });
    },
    AuditBundleMade({ metadata, data: { bundleGuid, personalData } }, rows) {
      if (personalData === 'WITH_KEYS')
        rows.put(openBundleTable, { bundle_guid: bundleGuid, made_by: metadata.actor.userGuid, made_at: metadata.at });
    },
  },
});
