import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { incidentFilter } from './requests.ts';
import { incidentSortKeys, sortDirections } from './vocabulary.ts';

/** What of many events at a time may be asked for: each of them is an ordinary command. */
export const bulkCommands = ['request-review', 'request-approval', 'delete', 'restore'] as const;
export type BulkCommand = (typeof bulkCommands)[number];
const MAX_NAMED_EVENTS = 500;
export const MAX_LISTED_EVENTS = 5_000;

export const exportFormats = ['CSV', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** POST /reported-events/exports: the list, whole. */
export const exportIncidentsRequest = z.strictObject({
  format: z.enum(exportFormats),
  filter: incidentFilter.default({}),
  sortBy: z.enum(incidentSortKeys).default('OCCURRENCE_DATE'),
  sortDirection: z.enum(sortDirections).default('DESCENDING'),
});

/**
 * POST /reported-events/bulk: events by their ids, or all that a filter finds, if there are as many as the user saw.
 */
export const bulkRequest = z.strictObject({
  command: z.enum(bulkCommands),
  /** The reviewer or the approver. */
  with: guid.optional(),
  eventIds: z.array(guid).min(1).max(MAX_NAMED_EVENTS).optional(),
  filter: incidentFilter.optional(),
  expectedCount: z.int().min(1).max(MAX_LISTED_EVENTS).optional(),
});
export type BulkRequest = z.output<typeof bulkRequest>;

/**
 * What became of each: how many were done, and why others were not. The number is null where the asker sees no such
 * event.
 */
export const bulkAnswer = z.strictObject({
  done: z.int(),
  failed: z.array(z.strictObject({ eventId: guid, number: z.int().nullable(), className: z.string() })),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;
