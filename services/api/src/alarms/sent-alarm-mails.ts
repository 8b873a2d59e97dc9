import { Inject, Injectable } from '@nestjs/common';
import type { AlarmMailState } from '@plimsoll/contracts/alarms/answers';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import { ALARM_MAIL_HOURS, alarmMailsOf, alarmsWithLateMails } from '@plimsoll/shared/alarm-mails';
import type pg from 'pg';

/** What became of the mail to a person. */
export interface SentMail {
  readonly mail: AlarmMailState;
  readonly mailAt: string | null;
  readonly mailTries: number;
}

/** After this a mail that waits is late. */
const LATE_MINUTES = 2;
const HOUR_MS = 3_600_000;

/** Reads what became of the mails of alarms. */
@Injectable()
export class SentAlarmMails {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** Finds the outcome by the revision of the event that alerted a person, and the person; null before a mail is tried. */
  async of(
    tenant: string,
    alarmGuid: string,
    now: Date,
  ): Promise<(revision: number, recipient: string) => SentMail | null> {
    const rows = await inTenant(this.pool, tenant, (client) => alarmMailsOf(client, tenant, alarmGuid));
    const found = new Map(
      rows.map(({ revision, recipient, state, tries, firstTriedAt, settledAt }) => {
        const isGivenUp =
          state === 'WAITING' &&
          firstTriedAt !== null &&
          now.getTime() > firstTriedAt.getTime() + ALARM_MAIL_HOURS * HOUR_MS;
        return [
          `${revision} ${recipient}`,
          {
            mail: isGivenUp ? ('FAILED' as const) : state,
            mailAt: settledAt?.toISOString() ?? null,
            mailTries: tries,
          },
        ];
      }),
    );
    return (revision, recipient) => found.get(`${revision} ${recipient}`) ?? null;
  }

  /** Those of some alarms whose mails do not leave. */
  late(tenant: string, alarmGuids: readonly string[]): Promise<ReadonlySet<string>> {
    return inTenant(this.pool, tenant, (client) => alarmsWithLateMails(client, tenant, alarmGuids, LATE_MINUTES));
  }
}
