import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { projections } from '@plimsoll/projections/platform/projections';
import { openReadPool } from '@plimsoll/projections/platform/read-pool';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { ListIncidents, ListIncidentsHandler } from '@plimsoll/projections/incidents/incident-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { openBenchLog } from './bench-log.ts';
import { FILL } from './list-paging.ts';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../services/event-store/bench/measurement.ts';

const TURNS = 5;
/** In every row, and in none. */
const WORDS = ['sling', 'marlinspike'] as const;

/**
 * Measures P25: the first page of a search in a large organization against one of a tenth, alternating, for a word that
 * every incident contains and one that none does. A round has the worse of the two.
 * @param options.adminUrl a superuser of a cluster that nothing else uses.
 */
export async function benchSearchScale(options: {
  id: string;
  adminUrl: string;
  many: number;
  few: number;
  rounds: number;
}): Promise<Measurement> {
  const { database, close } = await openBenchLog(options.adminUrl);
  const [large, small] = [randomUUID(), randomUUID()];
  const admin = new pg.Client({ connectionString: database.adminUrl });
  const pool = openReadPool({ connectionString: database.appUrl, max: 1 });
  const handler = new ListIncidentsHandler(new ReadModelReader(pool, projections));
  await admin.connect();
  try {
    for (const [tenant, incidents] of [
      [large, options.many],
      [small, options.few],
    ] as const) {
      await admin.query(FILL, [tenant, randomUUID(), incidents]);
      await admin.query(
        `insert into projection_checkpoints (projection, tenant, position) values ('incident-list@4', $1, 1)`,
        [tenant],
      );
    }
    await admin.query('vacuum analyze');
    const viewer: Viewer = {
      userGuid: randomUUID(),
      isAdmin: true,
      permissions: new Set(),
      userGroupNames: [],
      reportingGroupGuid: null,
    };
    const timed = async (tenant: string, text: string) => {
      const begin = performance.now();
      await handler.execute(new ListIncidents(tenant, viewer, { filter: { text } }));
      return performance.now() - begin;
    };
    const measure = async (text: string): Promise<Round> => {
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        times[0].push(await timed(large, text));
        times[1].push(await timed(small, text));
      }
      return roundOf(median(times[0]), median(times[1]));
    };
    for (const word of WORDS) await measure(word);
    const rounds: Round[] = [];
    while (rounds.length < options.rounds) {
      await ownTurn();
      const [common, none] = [await measure(WORDS[0]), await measure(WORDS[1])];
      rounds.push(common.ratio > none.ratio ? common : none);
    }
    return {
      id: options.id,
      ratio: medianRatio(rounds),
      subject: `first page of a search among ${options.many} incidents; ms`,
      peer: `the same among ${options.few}; ms`,
      rounds,
    };
  } finally {
    await admin.end();
    await pool.end();
    await close();
  }
}
