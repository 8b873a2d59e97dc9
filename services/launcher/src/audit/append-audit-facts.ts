import type { Application } from '@plimsoll/api/platform/process/application';
import { accessLogStream, daysRead, digestOfDay, organizationsRead } from '@plimsoll/api/audit/access-days';
import { RecordCheckpoint } from '@plimsoll/api/audit/record-checkpoint';
import { SealAccessLog } from '@plimsoll/api/audit/seal-access-log';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { newestCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { CONNECT_TIMEOUT_MS } from '@plimsoll/postgres/steady-connection';
import pg from 'pg';
import { sealedDays } from './sealed-days.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Grace period after midnight before a day is sealed: statements of the API run for at most a minute. */
const GRACE_PERIOD_MS = 10 * MINUTE_MS;

type Writing = Pick<Application, 'commands'>;

/**
 * Appends audit facts to the organizations' logs: digests of the days of their access logs, and their newest signed
 * checkpoints. What is still missing follows from the log, so this process may run at any time.
 */
export async function appendAuditFacts({ commands }: Writing, projectorUrl: string, now: Date): Promise<void> {
  const pool = new pg.Pool({
    connectionString: projectorUrl,
    max: 1,
    application_name: 'plimsoll seals',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  try {
    await sealAccesses(commands, pool, now);
    await appendCheckpoints(commands, pool, now);
  } finally {
    await pool.end();
  }
}

async function sealAccesses(commands: Application['commands'], pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_PERIOD_MS).toISOString().slice(0, 10);
  for (const tenant of await organizationsRead(pool)) {
    const after = (await sealedDays(pool, tenant, accessLogStream(tenant))).at(-1)?.day ?? '1900-01-01';
    for (const day of await daysRead(pool, tenant, { after, before })) {
      const content = { day, ...(await digestOfDay(pool, tenant, day)) };
      written(
        await commands.execute(
          new SealAccessLog(systemEnvelope({ tenant, name: `accesses of ${day}`, at: now }), content),
        ),
      );
    }
  }
}

async function appendCheckpoints(commands: Application['commands'], pool: pg.Pool, now: Date): Promise<void> {
  for (const { tenant, position, hash, time, keyId, signature } of await newestCheckpoints(
    pool,
    new Date(now.getTime() - 2 * DAY_MS),
  )) {
    if (tenant === INSTALLATION_TENANT) continue;
    written(
      await commands.execute(
        new RecordCheckpoint(systemEnvelope({ tenant, name: `checkpoint ${position} of ${time}`, at: now }), {
          position,
          hash,
          time,
          keyId,
          signature,
        }),
      ),
    );
  }
}

function written(outcome: Outcome): void {
  if (!isExecuted(outcome)) throw new Error(`The log did not take it: ${outcome.refused}`);
}
