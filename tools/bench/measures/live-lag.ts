import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { ApiOptions } from '@plimsoll/api/main';
import { ChangeMembership } from '@plimsoll/api/members/change-membership';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { openPostgresLogReader } from '@plimsoll/event-store/postgres/postgres-log-reader';
import { projections } from '@plimsoll/projections/platform/projections';
import { rebuildReadModels } from '@plimsoll/projections/runner/rebuild/rebuild';
import { switchReadModels } from '@plimsoll/projections/runner/generations/switch-read-models';
import pg from 'pg';
import { fillLog as appendTo } from '../../../projections/bench/bench-log.ts';
import { fillLog as fillAtOnce, tenantGuid } from '../../../projections/bench/fill-log.ts';
import { medianRatio, roundOf, type Measurement, type Round } from '../../../services/event-store/bench/measurement.ts';
import { foundOrganizations, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { LagWatch, p99 } from '../load/lag-watch.ts';
import { ReportLoad, signInAll } from '../load/report-load.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';

export interface LagBenchOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
}

/** The lag of others during a large operation, and how long a revoked permission stayed effective. */
export interface LagBesideMeasurement extends Measurement {
  /** Maximum in milliseconds. */
  readonly revoked: number;
}

const CONNECTIONS = 64;
const ORGANIZATIONS = 20;
const NO_PEER = 'nothing: the figure is in ms';

/**
 * P8: time from a report's response until it is in every read model, at a steady rate; one API process that also
 * updates them.
 */
export async function benchLiveLag({
  adminUrl,
  folder,
  rounds: count,
  rate,
  seconds,
}: LagBenchOptions & { rate: number; seconds: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, ORGANIZATIONS);
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  const watch = await LagWatch.open(adminUrl, projections.length);
  try {
    const load = await ReportLoad.open([api.port], CONNECTIONS, await signInAll(api.port, organizations), []);
    const round = async () => {
      const end = performance.now() + seconds * 1_000;
      const achieved = await load.runAt(
        rate,
        () => performance.now() < end,
        (tenant, position) => watch.answered(tenant, position),
      );
      return { lag: p99(await watch.take()), achieved };
    };
    // Warm up: compilation in the first seconds is not part of a report's cost.
    await round();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      const { lag, achieved } = await round();
      if (achieved < rate * 0.9)
        throw new Error(`The API took ${achieved.toFixed(0)} reports/s where ${rate} were sent`);
      rounds.push(roundOf(lag, 1));
    }
    load.close();
    return {
      id: 'P8',
      ratio: medianRatio(rounds),
      rounds,
      peer: NO_PEER,
      subject: `p99 of the time from a report's answer until all ${projections.length} read models have it, ${rate} reports/s of ${ORGANIZATIONS} organizations, one API process with the projector; ms`,
    };
  } finally {
    await watch.close();
    await api.kill();
  }
}

/** P8b: the lag of an organization while another imports. */
export async function benchLagBesideImport({
  adminUrl,
  folder,
  rounds: count,
  events,
}: LagBenchOptions & { events: number }): Promise<LagBesideMeasurement> {
  const options = await prepare(adminUrl);
  const [bystander] = await foundOrganizations({ ...options, projector: false }, 1);
  const store = await openPostgresEventStore({
    appUrl: options.appDatabaseUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(options.sealingKey, 'base64'),
  });
  try {
    const found = await measureBystander({ options, adminUrl, folder, count, bystander: bystander! }, async () => {
      await appendTo(store, events, 1);
      await caughtUp(adminUrl);
    });
    return {
      id: 'P8b',
      ...found,
      subject: `p99 of the lag of an organization with ${REPORTS_A_SECOND} reports/s, while another imports ${events} events and until they are projected; ms`,
    };
  } finally {
    await store.close();
  }
}

/** P8b-added: the lag of an organization in the existing read models while a new one is built from a full log. */
export async function benchLagBesideNewReadModel({
  adminUrl,
  folder,
  rounds: count,
  events,
}: LagBenchOptions & { events: number }): Promise<LagBesideMeasurement> {
  const options = await prepare(adminUrl);
  const [bystander] = await foundOrganizations({ ...options, projector: false }, 1);
  await fillAtOnce(adminUrl, events);
  await project(options, adminUrl);
  await requireNothingParked(adminUrl);
  const found = await measureBystander(
    { options, adminUrl, folder, count, bystander: bystander!, ignored: ADDED, before: () => forget(adminUrl, ADDED) },
    () => caughtUp(adminUrl),
  );
  return {
    id: 'P8b-added',
    ...found,
    subject: `p99 of the lag of an organization with ${REPORTS_A_SECOND} reports/s, while the read model ${ADDED} is new on a log of ${events} events; ms`,
  };
}

/** Builds the read models, as a serving product has done before. */
async function project(
  { projectorDatabaseUrl: projectorUrl, sealingKey: key }: ApiOptions,
  adminUrl: string,
): Promise<void> {
  const sealingKey = Buffer.from(key, 'base64');
  const log = await openPostgresLogReader({ projectorUrl, registry: new EventRegistry(eventContracts), sealingKey });
  try {
    const { sets } = await rebuildReadModels({ adminUrl, projectorUrl, log, projections, sealingKey });
    await switchReadModels({ projectorUrl, sets });
  } finally {
    await log.close();
  }
}

/** @throws if a read model has parked an event: its figures would be meaningless. */
async function requireNothingParked(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const {
      rows: [parked],
    } = await client.query<{ type: string; reason: string }>(
      'select type, reason from parked_events order by tenant, position limit 1',
    );
    if (parked) throw new Error(`${parked.type} could not be projected: ${parked.reason}`);
  } finally {
    await client.end();
  }
}

const ADDED = 'incident-list';
const REPORTS_A_SECOND = 20;

interface BystanderOptions {
  readonly options: ApiOptions;
  readonly adminUrl: string;
  readonly folder: string;
  readonly count: number;
  readonly bystander: BenchOrganization;
  /** Name of a read model to ignore. */
  readonly ignored?: string;
  readonly before?: () => Promise<void>;
}

/**
 * In each round, the API starts and the work runs, while an organization reports and one of its members loses a
 * permission.
 */
async function measureBystander(
  { options, adminUrl, folder, count, bystander, ignored, before }: BystanderOptions,
  work: () => Promise<void>,
): Promise<Omit<LagBesideMeasurement, 'id' | 'subject'>> {
  const rounds: Round[] = [];
  let revoked = 0;
  const application = await openApplication({ ...options, projector: false });
  try {
    while (rounds.length < count) {
      await before?.();
      const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
      const watch = await LagWatch.open(adminUrl, projections.length - (ignored ? 1 : 0), ignored);
      try {
        const reporters = await signInAll(api.port, [bystander]);
        const load = await ReportLoad.open([api.port], 4, reporters, []);
        let done = false;
        const [, , worst] = await Promise.all([
          work().finally(() => (done = true)),
          load.runAt(
            REPORTS_A_SECOND,
            () => !done,
            (tenant, position) => watch.answered(tenant, position),
          ),
          untilRevoked(application, api.port, bystander, reporters[0]!.token, () => !done),
        ]);
        revoked = Math.max(revoked, worst);
        rounds.push(roundOf(p99(await watch.take()), 1));
        load.close();
      } finally {
        await watch.close();
        await api.kill();
      }
    }
  } finally {
    await application.close();
  }
  return { ratio: medianRatio(rounds), rounds, peer: NO_PEER, revoked };
}

const RIGHT = 'VIEW_AND_SET_MONTHLY_METRICS';

/**
 * Grants and revokes a permission repeatedly.
 * @returns the longest time in milliseconds for which a revoked permission was still effective.
 */
async function untilRevoked(
  application: Application,
  port: number,
  { tenant, userGuid }: BenchOrganization,
  token: string,
  goOn: () => boolean,
): Promise<number> {
  const set = async (permissions: (typeof RIGHT)[]): Promise<void> => {
    const outcome = (await application.commands.execute(
      new ChangeMembership(systemEnvelope({ tenant }), userGuid, {
        isAdmin: false,
        organizationUserGroups: ['Standard'],
        permissions,
      }),
    )) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  };
  const isAllowed = async (): Promise<boolean> => {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/orgs/${tenant}/reporting-metrics/2026-01`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200 && status !== 403) throw new Error(`A question with a right was answered ${status}`);
    return status === 200;
  };
  const until = async (wanted: boolean): Promise<number> => {
    const begun = performance.now();
    while ((await isAllowed()) !== wanted) {
      if (performance.now() - begun > 120_000)
        throw new Error(`Two minutes after it was ${wanted ? 'given' : 'revoked'} a right is not as it should be`);
      await sleep(10);
    }
    return performance.now() - begun;
  };
  let worst = 0;
  do {
    await set([RIGHT]);
    await until(true);
    await set([]);
    worst = Math.max(worst, await until(false));
  } while (goOn());
  return worst;
}

/** Waits until every read model has reached the head of every tenant. */
async function caughtUp(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const giveUpAt = performance.now() + 1_800_000; performance.now() < giveUpAt; await sleep(100)) {
      const { rows } = await client.query<{ behind: number }>(
        `select count(*)::integer as behind from tenant_heads h where h.position > 0 and h.position - 500 > coalesce((
           select case when count(*) >= $1 then min(c.position) else 0 end from projection_checkpoints c join read_models m on m.answers = c.projection where c.tenant = h.tenant), 0)`,
        [projections.length],
      );
      if (rows[0]!.behind === 0) return;
    }
    throw new Error('The read models have not come to the head of the log in half an hour');
  } finally {
    await client.end();
  }
}

/** Resets a read model as if it were new in this version: empty tables, no checkpoint. */
async function forget(adminUrl: string, readModel: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; tables: string[] }>(
      'select name, tables from read_model_sets where read_model = $1',
      [readModel],
    );
    if (rows.length === 0) throw new Error(`There are no tables of ${readModel}`);
    await client.query(`truncate ${rows.flatMap(({ tables }) => tables).join(', ')}`);
    await client.query('delete from projection_checkpoints where projection = any ($1)', [
      rows.map(({ name }) => name),
    ]);
    const { rowCount } = await client.query('select from tenant_heads where tenant = $1', [tenantGuid(0)]);
    if (!rowCount) throw new Error('The log is not full');
  } finally {
    await client.end();
  }
}
