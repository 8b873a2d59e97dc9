// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the package has no types
/// <reference path="./pg-copy-streams.d.ts" />
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { projections } from '@plimsoll/projections/platform/projections';
import { compareWithRebuild } from '@plimsoll/projections/runner/rebuild/compare-with-rebuild';
import { rebuildReadModels } from '@plimsoll/projections/runner/rebuild/rebuild';
import { switchReadModels } from '@plimsoll/projections/runner/generations/switch-read-models';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../services/event-store/bench/measurement.ts';
import { fillLog, openBenchLog } from './bench-log.ts';

/**
 * Measures a rebuild of all read models against COPY of the same rows into a table like the events', with its indexes:
 * from this process over a connection, and durable. Rounds alternate. One or few tenants give P6, a thousand P6b.
 * @throws if a rebuilt table does not match the log.
 * @param options.adminUrl a superuser of a cluster that nothing else uses.
 */
export async function benchRebuild(options: {
  adminUrl: string;
  events: number;
  tenants: number;
  rounds: number;
}): Promise<Measurement> {
  const { database, store, sealingKey, close } = await openBenchLog(options.adminUrl);
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    const events = await fillLog(store, options.events, options.tenants);
    await admin.query('vacuum analyze');
    const rows = await copiedOut(admin, 'select * from events order by tenant, position');
    await admin.query('create table events_peer (like events including all)');
    const urls = { adminUrl: database.adminUrl, projectorUrl: database.projectorUrl };
    const rounds: Round[] = [];
    // The first round is not counted: it compiles code that a server following its log has compiled long before.
    for (let round = 0; round <= options.rounds; round++) {
      if (round > 0) await ownTurn();
      await admin.query('truncate events_peer');
      await admin.query('checkpoint');
      const peer =
        events /
        (await seconds(() =>
          pipeline(Readable.from(rows), admin.query(copyStreams.from('copy events_peer from stdin'))),
        ));
      await admin.query('checkpoint');
      const subject =
        events / (await seconds(() => rebuildReadModels({ ...urls, log: store, projections, sealingKey })));
      if (round > 0) rounds.push(roundOf(subject, peer));
    }
    await switchReadModels({ projectorUrl: database.projectorUrl });
    const { differences } = await compareWithRebuild({ ...urls, log: store, projections });
    if (differences.length > 0)
      throw new Error(`The rebuild differs in ${differences.map(({ table }) => table).join(', ')}`);
    return {
      id: options.tenants >= 100 ? 'P6b' : 'P6',
      ratio: medianRatio(rounds),
      subject: `rebuild of all read models from ${events} events of ${options.tenants} organizations, after one that is not counted; events/s`,
      peer: 'COPY of the same events into their table with its indexes, rows/s',
      rounds,
    };
  } finally {
    await admin.end();
    await close();
  }
}

async function copiedOut(client: pg.Client, query: string): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyStreams.to(`copy (${query}) to stdout`))) chunks.push(chunk as Buffer);
  return chunks;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}
