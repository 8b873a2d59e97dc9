import { z } from 'zod';
import { defineEvent, personal, subject } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { exportFormats } from './list-requests.ts';
import { incidentFilter } from './requests.ts';
import { beforeAnswers } from './view-events.ts';
import { incidentSortKeys, sortDirections } from './vocabulary.ts';

/** A list of events was exported from the product. Stream kind incident-export, a guid of its own. */
export const incidentsExported = defineEvent(
  'IncidentsExported',
  z.strictObject({
    userGuid: guid,
    format: z.enum(exportFormats),
    /** It may name people and hold words of an incident; null once the person is erased. */
    filter: personal(incidentFilter.nullable(), subject.member('userGuid')),
    sortBy: z.enum(incidentSortKeys),
    sortDirection: z.enum(sortDirections),
    /** How many events the list had. */
    eventCount: z.int().nonnegative(),
  }),
  [beforeAnswers],
);

export const exportEvents = [incidentsExported] as const;
