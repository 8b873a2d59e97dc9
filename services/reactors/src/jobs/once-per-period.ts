import { localDateTime, type LocalDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { Poll, ScheduleContext } from './schedule.ts';

export interface Period {
  /** The period that a local time is in: its day or its month. */
  readonly of: (local: LocalDateTime) => string;
  /** Whether the period's work may start at this local time. Default: as soon as the period begins. */
  readonly isDue?: (local: LocalDateTime) => boolean;
  /** Does the period's work of one organization. A new process does it again, so it must be idempotent. */
  readonly run: (organization: {
    readonly tenant: string;
    readonly local: LocalDateTime;
    readonly timeZone: string;
    readonly now: Date;
  }) => Promise<void>;
}

/** Runs work once in each organization's local day or month. A changed time zone takes effect with the next period. */
export function oncePerPeriod(
  { log, reader, now: clock }: Pick<ScheduleContext, 'log' | 'reader' | 'now'>,
  period: Period,
): Poll {
  const done = new Map<string, string>();
  const timeZones = new Map<string, string>();
  return async () => {
    const now = clock();
    for (const { tenant } of await log.heads()) {
      const timeZone = timeZones.get(tenant);
      if (timeZone !== undefined && done.get(tenant) === period.of(localDateTime(now, timeZone))) continue;
      const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
      if (!organization) continue;
      timeZones.set(tenant, organization.timeZone);
      const local = localDateTime(now, organization.timeZone);
      if (period.isDue && !period.isDue(local)) continue;
      await period.run({ tenant, local, timeZone: organization.timeZone, now });
      done.set(tenant, period.of(local));
    }
  };
}
