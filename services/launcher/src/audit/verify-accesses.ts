import { accessLogStream, daysRead, digestOfDay } from '@plimsoll/api/audit/access-days';
import { ACCESS_LOG_RETENTION_MONTHS } from '@plimsoll/contracts/audit/accesses';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';
import type { Workplace } from '../workplace.ts';
import { sealedDays } from './sealed-days.ts';

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The first day whose access log is still complete; retention has removed lines of earlier days. */
function firstRetainedDay(now: Date): string {
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - ACCESS_LOG_RETENTION_MONTHS);
  return dayOf(new Date(first.getTime() + 86_400_000));
}

/**
 * Compares access logs with the daily digests in the logs of their organizations.
 * @returns 1 if one of them differs.
 * @throws PlainError for an organization without a log.
 */
export async function verifyAccesses(
  { database }: Pick<Workplace, 'database'>,
  { organization }: { readonly organization?: string },
  now: Date,
  say = (line: string) => console.log(line),
): Promise<number> {
  const pool = new pg.Pool({ connectionString: database.projectorUrl, max: 1, application_name: 'plimsoll accesses' });
  try {
    const { rows } = await pool.query<{ tenant: string }>(
      'select tenant from tenant_heads where position > 0 and ($1::uuid is null or tenant = $1) order by tenant',
      [organization ?? null],
    );
    if (organization && rows.length === 0) throw new PlainError(`There is no event of ${organization}`);
    let broken = 0;
    for (const { tenant } of rows) {
      const { line, isIntact } = await ofOrganization(pool, tenant, now);
      if (!isIntact) broken += 1;
      if (line) say(`${tenant}  ${line}`);
    }
    say(
      'What was read since the last midnight of UTC is not sealed yet. That the seals themselves are as they were written is said by `log verify`.',
    );
    return broken > 0 ? 1 : 0;
  } finally {
    await pool.end();
  }
}

async function ofOrganization(
  pool: pg.Pool,
  tenant: string,
  now: Date,
): Promise<{ line: string | null; isIntact: boolean }> {
  const first = firstRetainedDay(now);
  const sealed = await sealedDays(pool, tenant, accessLogStream(tenant));
  const last = sealed.at(-1)?.day;
  if (last === undefined) return { line: null, isIntact: true };
  let accesses = 0;
  const retained = sealed.filter(({ day }) => day >= first);
  for (const { day, accesses: were, digest } of retained) {
    const is = await digestOfDay(pool, tenant, day);
    if (is.digest !== digest)
      return {
        line: `NOT AS WRITTEN: ${day}: ${is.accesses === were ? 'a line differs from the one that was sealed' : `${is.accesses} lines, of ${were} that were sealed`}`,
        isIntact: false,
      };
    accesses += were;
  }
  const known = new Set(retained.map(({ day }) => day));
  const added = (await daysRead(pool, tenant, { after: first, before: last })).find((day) => !known.has(day));
  if (added)
    return {
      line: `NOT AS WRITTEN: ${added}: there are lines of a day on which nobody had read anything`,
      isIntact: false,
    };
  return {
    line: `intact: ${accesses} accesses of ${retained.length} ${retained.length === 1 ? 'day' : 'days'}, sealed up to ${last}`,
    isIntact: true,
  };
}
