import type { Application } from '@plimsoll/api/platform/process/application';
import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import pg from 'pg';
import { DEMO_ORGANIZATION } from './demo-organization.ts';
import type { DemoStep } from './demo-step.ts';
import { alarmOfDrill, alarmOfIncident } from './play-alarms.ts';

/** Seconds after an alert at which the first person was mailed, and by which each of the others came later. */
const FIRST_MAIL_SECONDS = 6;
const SECONDS_BETWEEN = 2;

/**
 * Notes that the people whom the plan's alarms went to were mailed then, as the alarms' pages show. Nobody is mailed.
 * Alarms that people raised in the demo since are left alone.
 */
export async function markAlarmMailsSent(
  { store }: Pick<Application, 'store'>,
  projectorDatabaseUrl: string,
  steps: readonly DemoStep[],
): Promise<void> {
  const guids: string[] = [];
  for (const step of steps) {
    if (step.kind === 'judge-alarm') guids.push(alarmOfIncident(step));
    if (step.kind === 'drill') guids.push((await alarmOfDrill(store, step))!);
  }
  const client = new pg.Client({ connectionString: projectorDatabaseUrl, application_name: 'plimsoll demo' });
  await client.connect();
  try {
    for (const guid of guids) {
      const { events } = await store.load(DEMO_ORGANIZATION, { kind: 'alarm', guid });
      for (const { type, data, revision, metadata } of events) {
        if (metadata.client.product !== 'demo' || type !== 'AlarmRaised') continue;
        const { recipients, round, step } = data as Extract<AlarmEvent, { type: 'AlarmRaised' }>['data'];
        for (const [index, recipient] of recipients.entries()) {
          const sentAt = new Date(Date.parse(metadata.at) + (FIRST_MAIL_SECONDS + index * SECONDS_BETWEEN) * 1_000);
          await client.query(
            `insert into alarm_mails (tenant, alarm_guid, revision, recipient, round, step, state, tries, first_tried_at, settled_at)
             values ($1, $2, $3, $4, $5, $6, 'SENT', 1, $7, $7) on conflict do nothing`,
            [DEMO_ORGANIZATION, guid, revision, recipient, round, step, sentAt],
          );
        }
      }
    }
  } finally {
    await client.end();
  }
}
