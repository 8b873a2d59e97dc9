import type { EventStore } from '@plimsoll/event-store/port/event-store';
import pg from 'pg';

/** Content of an acknowledgement. */
export interface Acknowledged {
  readonly eventId: string;
  readonly revision: number;
  readonly number: number;
  readonly position: number;
}

/** A command as its sender knows it. */
export interface Sent {
  readonly tenant: string;
  readonly idempotencyKey: string;
  /** Undefined while its outcome is unknown. */
  acknowledged?: Acknowledged;
}

interface Stored {
  readonly tenant: string;
  readonly kind: string;
  readonly stream: string;
  readonly position: string;
  readonly revision: number;
  readonly number: string | null;
  readonly command_id: string | null;
}

/**
 * Checks the log against the sent commands: each acknowledged report is in the log exactly once and as it was
 * acknowledged, there are no others, positions, revisions and numbers have no gaps, and the hash chain is intact.
 * @param adminUrl superuser URL.
 * @param store for `verify`.
 * @param sent every command ever sent, each with its final response.
 * @throws an Error that describes the difference.
 */
export async function requireLedgerMatches(adminUrl: string, store: EventStore, sent: readonly Sent[]): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const tenant of new Set(sent.map((command) => command.tenant))) {
      const { rows } = await admin.query<Stored>(
        'select tenant, kind, stream, position, revision, number, command_id from events where tenant = $1 order by position',
        [tenant],
      );
      requireNoGap(tenant, rows);
      requireAsAcknowledged(
        tenant,
        rows,
        sent.filter((command) => command.tenant === tenant),
      );
      const verified = await store.verify(tenant);
      if (!verified.intact)
        throw new Error(`The log of ${tenant} is broken at ${verified.position}: ${verified.reason}`);
      if (verified.events !== rows.length)
        throw new Error(`The log of ${tenant} has ${rows.length} events and says it has ${verified.events}`);
    }
  } finally {
    await admin.end();
  }
}

function requireNoGap(tenant: string, rows: readonly Stored[]): void {
  const revisions = new Map<string, number>();
  let numbers = 0;
  rows.forEach((row, index) => {
    if (Number(row.position) !== index + 1)
      throw new Error(`${tenant}: position ${row.position} where ${index + 1} belongs`);
    const stream = `${row.kind}:${row.stream}`;
    const revision = (revisions.get(stream) ?? 0) + 1;
    if (row.revision !== revision)
      throw new Error(`${tenant}: ${stream} goes on with revision ${row.revision} instead of ${revision}`);
    revisions.set(stream, revision);
    if (row.number !== null && Number(row.number) !== ++numbers)
      throw new Error(`${tenant}: number ${row.number} where ${numbers} belongs`);
  });
  const commands = rows.flatMap((row) => row.command_id ?? []);
  if (new Set(commands).size !== commands.length) throw new Error(`${tenant}: a command stands in the log twice`);
}

function requireAsAcknowledged(tenant: string, rows: readonly Stored[], sent: readonly Sent[]): void {
  const reports = new Map(rows.filter((row) => row.number !== null).map((row) => [row.stream, row]));
  for (const { idempotencyKey, acknowledged } of sent) {
    if (!acknowledged) throw new Error(`${tenant}: what became of ${idempotencyKey} is still unknown`);
    const row = reports.get(acknowledged.eventId);
    if (!row)
      throw new Error(`${tenant}: ${acknowledged.eventId} was acknowledged and is lost, or was acknowledged twice`);
    if (
      Number(row.position) !== acknowledged.position ||
      Number(row.number) !== acknowledged.number ||
      row.revision !== acknowledged.revision
    ) {
      throw new Error(
        `${tenant}: ${acknowledged.eventId} was acknowledged as ${JSON.stringify(acknowledged)} and stands as ${JSON.stringify(row)}`,
      );
    }
    reports.delete(acknowledged.eventId);
  }
  if (reports.size > 0) throw new Error(`${tenant}: ${reports.size} reports are in the log that nobody sent`);
}
