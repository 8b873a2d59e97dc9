import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { medianRatio, roundOf, type Measurement, type Round } from '../../../services/event-store/bench/measurement.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeepAliveConnection } from '../load/http-load.ts';
import type { ImportOrderOfBench } from '../load/import-process.ts';
import { p99 } from '../load/lag-watch.ts';
import { bearer, PATH, sendReport, signInAll, type Reporter } from '../load/report-load.ts';
import { askSteadily } from '../load/steady-load.ts';
import { writeOshaFile } from '../../test/osha-file.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';

export interface BesideLoudOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
  /** Duration of each half of a round. */
  readonly seconds: number;
}

const LOUD_CONNECTIONS = 64;
/**
 * Half of the loud organization's requests are reports; the others alternate between these: its list, sorted by date
 * and by time of the report.
 */
const LOUD_QUERIES = [PATH, `${PATH}?sortBy=REPORTED_DATE`];
/** More than is imported in a round. */
const IMPORTED_BYTES = 60_000_000;
const QUIET_ORGANIZATIONS = 3;
const QUIET_CONNECTIONS = 12;
const QUIET_A_SECOND = 60;

/**
 * F32: one organization sends reports, list queries and an import as fast as it gets responses; measures how long
 * others wait for their reports and lists. Each round has another loud organization, whose data the database has not
 * cached and whose table statistics are not updated first. Load generator and product share the machine, so the
 * baseline is measured while the generator sends as much to a server that does no work.
 */
export async function benchBesideLoud({
  adminUrl,
  folder,
  rounds: count,
  seconds,
}: BesideLoudOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 1 + count + QUIET_ORGANIZATIONS);
  const file = join(folder, 'loud.csv');
  writeOshaFile(file, IMPORTED_BYTES);
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  const listener = fork(fileURLToPath(new URL('../load/listener-process.ts', import.meta.url)), {
    execArgv: process.execArgv,
  });
  const [{ port: listening }] = (await once(listener, 'message')) as [{ port: number }];
  try {
    const reporters = await signInAll(api.port, organizations);
    const [others, louds] = [reporters.slice(0, QUIET_ORGANIZATIONS), reporters.slice(QUIET_ORGANIZATIONS)];
    const half = async (port: number, loudest: Reporter, rate?: number) => {
      const loud = await Loud.open(port, loudest, rate);
      await sleep(1_000);
      const took = await sendQuietly(api.port, others, seconds);
      return { p99: p99(took), rate: await loud.end() };
    };
    const beside = async (loudest: Reporter) => {
      const importing = await importFor({ options, tenant: loudest.tenant, file });
      return half(api.port, loudest).finally(() => ended(importing));
    };
    // Warm up: compilation in the first seconds is not part of a request's cost.
    await beside(louds.pop()!);
    const rounds: Round[] = [];
    const rates: number[] = [];
    for (const loudest of louds) {
      const { p99: found, rate } = await beside(loudest);
      const usual = await half(listening, loudest, rate);
      rates.push(rate);
      rounds.push(roundOf(found, usual.p99));
    }
    return {
      id: 'F32',
      ratio: medianRatio(rounds),
      rounds,
      subject: `p99 of ${QUIET_A_SECOND} reports and lists a second of ${QUIET_ORGANIZATIONS} organizations, while another one imports, and reports and asks for its lists by ${LOUD_CONNECTIONS} connections as fast as it is answered (${rates.map((rate) => rate.toFixed(0)).join(', ')} a second); one API process with the projector; ms`,
      peer: 'the same while the sender sends as much to a listener that only answers, and nobody imports; ms',
    };
  } finally {
    await api.kill();
    listener.disconnect();
  }
}

/** Starts an import in another process. */
async function importFor(order: ImportOrderOfBench): Promise<ChildProcess> {
  const importing = fork(fileURLToPath(new URL('../load/import-process.ts', import.meta.url)), {
    execArgv: process.execArgv,
  });
  importing.send(order);
  const begun = await Promise.race([
    once(importing, 'message').then(() => true),
    once(importing, 'exit').then(() => false),
  ]);
  if (!begun) throw new Error('The import did not begin');
  return importing;
}

/** @throws if it had ended before the round did. */
async function ended(importing: ChildProcess): Promise<void> {
  if (importing.exitCode !== null) throw new Error('The import ended before the round did');
  importing.kill('SIGKILL');
  await once(importing, 'exit');
}

/** Sends requests as fast as it gets responses, or at a fixed rate. */
class Loud {
  readonly #begun = performance.now();
  readonly #connections: readonly KeepAliveConnection[];
  readonly #done: Promise<unknown>;
  #sent = 0;
  #ended = false;

  private constructor(connections: readonly KeepAliveConnection[], reporter: Reporter, rate: number | undefined) {
    this.#connections = connections;
    let due = 0;
    this.#done = Promise.all(
      connections.map(async (connection) => {
        while (!this.#ended) {
          const wait = rate === undefined ? 0 : this.#begun + (due++ * 1_000) / rate - performance.now();
          if (wait > 0) await sleep(wait);
          if (this.#ended) return;
          const turn = this.#sent++;
          const { status, body } = await (turn % 2
            ? connection.get(LOUD_QUERIES[(turn >> 1) % LOUD_QUERIES.length]!, bearer(reporter))
            : sendReport(connection, reporter));
          if (status >= 400 && status !== 429) throw new Error(`The loud organization was answered ${status}: ${body}`);
        }
      }),
    );
    this.#done.catch(() => undefined);
  }

  static async open(port: number, reporter: Reporter, rate: number | undefined): Promise<Loud> {
    return new Loud(
      await Promise.all(Array.from({ length: LOUD_CONNECTIONS }, () => KeepAliveConnection.open(port))),
      reporter,
      rate,
    );
  }

  /** @returns requests per second. */
  async end(): Promise<number> {
    const rate = (this.#sent * 1_000) / (performance.now() - this.#begun);
    this.#ended = true;
    await this.#done;
    for (const connection of this.#connections) connection.close();
    return rate;
  }
}

/** Alternates between reports and list queries. */
const sendQuietly = (port: number, reporters: readonly Reporter[], seconds: number): Promise<number[]> =>
  askSteadily({ port, connections: QUIET_CONNECTIONS, aSecond: QUIET_A_SECOND, seconds }, (connection, index) => {
    const reporter = reporters[index % reporters.length]!;
    return Math.floor(index / reporters.length) % 2
      ? connection.get(PATH, bearer(reporter))
      : sendReport(connection, reporter);
  });
