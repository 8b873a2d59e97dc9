import { join } from 'node:path';
import { MAX_API_KEYS } from '@plimsoll/contracts/integration/api-keys';
import pg from 'pg';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { fillAndAmend } from '../load/fill-and-amend.ts';
import { headerReader, KeepAliveConnection } from '../load/http-load.ts';
import { p99 } from '../load/lag-watch.ts';
import { bearer, signInAll, type Reporter } from '../load/report-load.ts';

export interface FeedPageOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
  readonly events: number;
}

const PAGE = 1_000;
const DAY_MS = 86_400_000;

/**
 * X1: time of a page of the feed at any position in a long log, which is read from beginning to end; one API process.
 */
export async function benchFeedPage({
  adminUrl,
  folder,
  rounds: count,
  events,
}: FeedPageOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 2);
  const sizes = [events, events / 10];
  for (const [index, organization] of organizations.entries()) await fillAndAmend(options, organization, sizes[index]!);
  await vacuum(adminUrl);
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  const connection = await KeepAliveConnection.open(api.port);
  try {
    const people = await signInAll(api.port, organizations);
    const [keys, others] = [await keysOf(api.port, people[0]!), await keysOf(api.port, people[1]!)];
    // Warm up: compilation during the first pages is not part of a page's cost.
    await walk(connection, others, sizes[1]!);
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      rounds.push(roundOf(p99(await walk(connection, keys, events)), 1));
    }
    return {
      id: 'X1',
      ratio: medianRatio(rounds),
      rounds,
      peer: 'nothing: the figure is in ms',
      subject: `p99 of a page of ${PAGE} events of the feed, of all pages of a log of ${events} events, half reports and half changes of them; one API process with the projector; ms`,
    };
  } finally {
    connection.close();
    await api.kill();
  }
}

async function vacuum(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Creates as many API keys as an organization may have: each may be used once a second. */
async function keysOf(port: number, admin: Reporter): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < MAX_API_KEYS) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/orgs/${admin.tenant}/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Warehouse ${keys.length}`,
        scopes: ['FEED'],
        level: 'FACTS',
        includeSensitive: false,
        expiresOn: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
      }),
    });
    if (answer.status !== 201) throw new Error(`A key was answered ${answer.status}: ${await answer.text()}`);
    keys.push(((await answer.json()) as { key: string }).key);
  }
  return keys;
}

const nextAfter = headerReader('Next-After');

/**
 * Reads the feed to its end, rotating through the keys.
 * @returns the milliseconds of each full page.
 */
async function walk(connection: KeepAliveConnection, keys: readonly string[], events: number): Promise<number[]> {
  const took: number[] = [];
  let received = 0;
  for (let [after, page] = [0, 0]; ; page++) {
    const startedAt = performance.now();
    const reply = await connection.get(
      `/api/feed?after=${after}&limit=${PAGE}`,
      bearer({ token: keys[page % keys.length]! }),
    );
    const answered = performance.now() - startedAt;
    if (reply.status !== 200) throw new Error(`A page was answered ${reply.status}: ${reply.body}`);
    const { length } = JSON.parse(reply.body) as unknown[];
    received += length;
    after = Number(nextAfter(reply));
    if (length < PAGE) break;
    took.push(answered);
  }
  if (received < events) throw new Error(`The feed told of ${received} events of ${events}`);
  return took;
}
