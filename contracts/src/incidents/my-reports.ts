import { z } from 'zod';
import { alarmStates } from '../alarms/progress.ts';
import { guid } from '../kernel/values/ids.ts';
import { person } from '../kernel/values/person.ts';
import { incidentStates } from './vocabulary.ts';

/** What a person reported or entered for another, with what became of it. */
export const myReport = z.object({
  eventId: z.string(),
  number: z.int(),
  heading: z.string(),
  formName: z.string(),
  occurrenceDate: z.string(),
  worksiteName: z.string().nullable(),
  state: z.enum(incidentStates),
  reportedAt: z.string(),
  /** Who must act next, and since when; null if nobody must. */
  with: person.extend({ since: z.string() }).nullable(),
  reviewedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
  /** The last sentence to the reporter. */
  answer: z.object({ text: z.string(), by: person, at: z.string() }).nullable(),
  actions: z.object({ open: z.int(), toCheck: z.int(), verified: z.int() }),
  alarm: z
    .object({ state: z.enum(alarmStates), answeredBy: person.nullable(), answeredAt: z.string().nullable() })
    .nullable(),
  /** When someone else first reviewed, returned or approved it. */
  answeredAt: z.string().nullable(),
});
export type MyReport = z.output<typeof myReport>;

export const myReportList = z.object({
  items: z.array(myReport),
  totalCount: z.int(),
  limit: z.int(),
  offset: z.int(),
});
export type MyReportList = z.output<typeof myReportList>;

export const myReportQuery = z.strictObject({
  organizationGuid: guid.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
