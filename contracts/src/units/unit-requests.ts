import { z } from 'zod';
import { timeZone } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { phoneNumber } from '../kernel/values/phone-number.ts';
import { isOneLine, safeText } from '../kernel/values/text.ts';
import { unitTexts } from './unit-texts.ts';

const name = safeText.trim().min(1, unitTexts.nameMissing).max(200).refine(isOneLine);
const details = {
  regionGuid: guid.nullable().optional(),
  address: safeText.trim().max(1_000).nullable().optional(),
  timeZone: timeZone.nullable().optional(),
  emergencyPhone: phoneNumber.nullable().optional(),
};
const description = safeText.trim().max(1_000).nullable().optional();

export const createWorksiteRequest = z.strictObject({ name, ...details });
/** Omitted fields stay unchanged, null clears. */
export const updateWorksiteRequest = createWorksiteRequest.partial();
export type UpdateWorksiteRequest = z.output<typeof updateWorksiteRequest>;

export const createReportingGroupRequest = z.strictObject({ name, description });
/** Omitted fields stay unchanged, null clears. */
export const updateReportingGroupRequest = createReportingGroupRequest.partial();
export type UpdateReportingGroupRequest = z.output<typeof updateReportingGroupRequest>;

/** Whose its members and events are from then on; demanded where there are some. */
export const archiveReportingGroupRequest = z.strictObject({ reassignToGuid: guid.nullable().optional() });

export const unitParams = z.strictObject({ orgGuid: guid, guid });
/** Whether a worksite or a reporting group is offered. */
export const unitStatuses = ['ACTIVE', 'ARCHIVED'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** Those that are in use, unless the archived ones are asked for. */
export const unitQuery = z.strictObject({ status: z.enum(unitStatuses).default('ACTIVE') });
