import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { migrate } from '@plimsoll/postgres/migrate';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { setRolePassword } from '@plimsoll/postgres/roles';
import { frequencyChart } from '@plimsoll/projections/metrics/frequency-chart/project';
import {
  ShowDashboard,
  ShowDashboardHandler,
  type DashboardRange,
} from '@plimsoll/projections/metrics/frequency-chart/query';
import { loadLinesProjection } from '@plimsoll/projections/metrics/load-lines/project';
import { projectionMigrations } from '@plimsoll/projections/platform/migrations';
import { monthlyMetricsProjection } from '@plimsoll/projections/metrics/monthly-metrics/project';
import { rebuildReadModels } from '@plimsoll/projections/runner/rebuild/rebuild';
import { switchReadModels } from '@plimsoll/projections/runner/generations/switch-read-models';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import pg from 'pg';
import { projections } from '@plimsoll/projections/platform/projections';
import { openReadPool } from '@plimsoll/projections/platform/read-pool';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../services/event-store/bench/measurement.ts';
import { fillLog, reporterGuid, tenantGuid, TODAY } from './fill-log.ts';

/** The result of measuring the dashboard. */
export interface DashboardMeasurement extends Measurement {
  /** Milliseconds, of the large log; median of the rounds. */
  readonly p99: number;
  readonly rounds: readonly (Round & { readonly p99: number })[];
}

const POOL = 8;
const ASKS_PER_ROUND = 2_000;

/**
 * Measures P9: the dashboard under many concurrent users of organizations with a large log, by default one, against one
 * with a small log, each rebuilt in a separate database that is dropped afterwards; rounds are interleaved. Half of the
 * users see all incidents, a quarter only their own, a quarter narrow the result to one person. `subject` and `peer` of
 * a round are milliseconds of wall clock per dashboard.
 * @param options.adminUrl a superuser of a server for measuring: it changes the passwords of the product's roles.
 */
export async function benchDashboard(options: {
  id: string;
  adminUrl: string;
  small?: number;
  large?: number;
  organizations?: number;
  users?: number;
  rounds?: number;
}): Promise<DashboardMeasurement> {
  const { id, adminUrl, small = 10_000, large = 1_000_000, organizations = 1, users = 16, rounds = 3 } = options;
  // One password for both databases, since roles belong to the server.
  const password = randomBytes(16).toString('hex');
  const databases: Prepared[] = [];
  try {
    for (const [events, count] of [
      [small, 1],
      [large, organizations],
    ] as const)
      databases.push(await prepare(adminUrl, password, events, count));
    const [peer, subject] = databases as [Prepared, Prepared];
    for (const each of databases) await ask(each, users, ASKS_PER_ROUND / 4);
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      await ownTurn();
      const ofPeer = await ask(peer, users, ASKS_PER_ROUND);
      const ofSubject = await ask(subject, users, ASKS_PER_ROUND);
      measured.push({ ...roundOf(ofSubject.cost, ofPeer.cost), p99: ofSubject.p99 });
    }
    return {
      id,
      p99: median(measured.map(({ p99 }) => p99)),
      ratio: medianRatio(measured),
      subject: `the dashboard of ${organizations === 1 ? 'an organization' : `${organizations} organizations in turn, each`} with ${large} events, ${users} users at once; ms of wall clock a dashboard`,
      peer: `the same with ${small} events; ms`,
      rounds: measured,
    };
  } finally {
    for (const { pool, drop } of databases) await pool.end().then(drop);
  }
}

interface Prepared {
  readonly pool: pg.Pool;
  readonly organizations: number;
  drop(): Promise<void>;
}

async function prepare(adminUrl: string, password: string, events: number, organizations: number): Promise<Prepared> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const drop = () => query(adminUrl, `drop database if exists ${name} with (force)`);
  const urlOf = (user?: string) => {
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    if (user) Object.assign(url, { username: user, password });
    return url.toString();
  };
  await query(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  try {
    await migrate(urlOf(), [...eventStoreMigrations, ...projectionMigrations]);
    for (const role of ['plimsoll_app', 'plimsoll_projector'] as const) await setRolePassword(adminUrl, role, password);
    await fillLog(urlOf(), events, organizations);
    await rebuild(urlOf(), urlOf('plimsoll_projector'));
    await query(urlOf(), 'vacuum analyze');
    const pool = openReadPool({ connectionString: urlOf('plimsoll_app'), max: POOL });
    return { pool, organizations, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function rebuild(databaseAdminUrl: string, projectorUrl: string): Promise<void> {
  const log = await openPostgresLogReader({
    projectorUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: randomBytes(32),
  });
  try {
    const { sets } = await rebuildReadModels({
      adminUrl: databaseAdminUrl,
      projectorUrl,
      log,
      projections: [frequencyChart, monthlyMetricsProjection, loadLinesProjection],
    });
    await switchReadModels({ projectorUrl, sets });
    await query(
      databaseAdminUrl,
      `do $$ begin if exists (select from parked_events) then raise exception 'Events could not be projected'; end if; end $$`,
    );
  } finally {
    await log.close();
  }
}

const seesOthers = (userGuid: string): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set<Permission>(['VIEW_OTHER_USERS_EVENTS']),
  userGroupNames: [],
  reportingGroupGuid: null,
});

function question(n: number): { viewer: Viewer; range: DashboardRange } {
  const userGuid = reporterGuid(n);
  if (n % 4 === 1)
    return {
      viewer: { userGuid, isAdmin: false, permissions: new Set(), userGroupNames: [], reportingGroupGuid: null },
      range: {},
    };
  if (n % 4 === 3) return { viewer: seesOthers(userGuid), range: { userAccountGuid: reporterGuid(n * 7) } };
  return { viewer: seesOthers(userGuid), range: n % 8 === 0 ? {} : { from: '2025-01', to: '2026-07' } };
}

async function ask(
  { pool, organizations }: Prepared,
  users: number,
  times: number,
): Promise<{ p99: number; cost: number }> {
  const handler = new ShowDashboardHandler(new ReadModelReader(pool, projections));
  const taken: number[] = [];
  let next = 0;
  const user = async () => {
    for (let n = next++; n < times; n = next++) {
      const { viewer, range } = question(n);
      const began = performance.now();
      const answer = await handler.execute(new ShowDashboard(tenantGuid(n % organizations), viewer, range, TODAY));
      taken.push(performance.now() - began);
      if (answer.rolling12.trif.figure === null || answer.rolling12.trif.provisional)
        throw new Error('The dashboard has no figure');
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: users }, user));
  const cost = (performance.now() - began) / times;
  taken.sort((one, other) => one - other);
  return { p99: taken[Math.ceil(taken.length * 0.99) - 1]!, cost };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
