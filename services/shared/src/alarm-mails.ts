import type { AlarmMailState } from '@plimsoll/contracts/alarms/answers';
import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/** A mail of an alarm: the event that alerted a person, and the person. */
export interface AlarmMail {
  readonly tenant: string;
  readonly alarmGuid: string;
  readonly revision: number;
  readonly recipient: string;
}

/** What became of a mail. */
export interface AlarmMailOutcome {
  readonly revision: number;
  readonly recipient: string;
  readonly state: AlarmMailState;
  readonly tries: number;
  readonly firstTriedAt: Date | null;
  readonly settledAt: Date | null;
}

const COLUMNS = `revision, recipient, state, tries, first_tried_at as "firstTriedAt", settled_at as "settledAt"`;

/** How long a mail of an alarm is tried. */
export const ALARM_MAIL_HOURS = 4;

/** Notes that a mail is about to be tried, before it is: a process may be killed while it is. */
export async function noteAlarmMailTried(
  client: Client,
  { tenant, alarmGuid, revision, recipient }: AlarmMail,
  { round, step }: { readonly round: number; readonly step: number },
): Promise<void> {
  await client.query(
    `insert into alarm_mails (tenant, alarm_guid, revision, recipient, round, step, state, tries, first_tried_at)
     values ($1, $2, $3, $4, $5, $6, 'WAITING', 1, clock_timestamp())
     on conflict (tenant, alarm_guid, revision, recipient) do update set tries = alarm_mails.tries + 1`,
    [tenant, alarmGuid, revision, recipient, round, step],
  );
}

/** Notes what became of a mail. */
export async function settleAlarmMail(
  client: Client,
  { tenant, alarmGuid, revision, recipient }: AlarmMail,
  { round, step }: { readonly round: number; readonly step: number },
  state: Exclude<AlarmMailState, 'WAITING'>,
): Promise<void> {
  await client.query(
    `insert into alarm_mails (tenant, alarm_guid, revision, recipient, round, step, state, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
     on conflict (tenant, alarm_guid, revision, recipient) do update set state = excluded.state, settled_at = excluded.settled_at`,
    [tenant, alarmGuid, revision, recipient, round, step, state],
  );
}

/** What became of the mails of an alarm, as far as they were tried. */
export async function alarmMailsOf(client: Client, tenant: string, alarmGuid: string): Promise<AlarmMailOutcome[]> {
  const { rows } = await client.query<AlarmMailOutcome>(
    `select ${COLUMNS} from alarm_mails where tenant = $1 and alarm_guid = $2`,
    [tenant, alarmGuid],
  );
  return rows;
}

/** Those of some alarms whose mails have been tried for this long and did not leave. */
export async function alarmsWithLateMails(
  client: Client,
  tenant: string,
  alarmGuids: readonly string[],
  minutes: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ guid: string }>(
    `select distinct alarm_guid as guid from alarm_mails
     where tenant = $1 and alarm_guid = any ($2) and state = 'WAITING' and first_tried_at <= clock_timestamp() - $3 * interval '1 minute'`,
    [tenant, alarmGuids, minutes],
  );
  return new Set(rows.map(({ guid }) => guid));
}
