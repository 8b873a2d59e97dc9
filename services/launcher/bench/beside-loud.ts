import { fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { medianRatio, roundOf, type Measurement, type Round } from '../../event-store/bench/measurement.ts';
import { foundOrganizations } from './bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeptConnection, type Reply } from './http-load.ts';
import { p99 } from './lag-watch.ts';
import { PATH, report, signInAll, type Reporter } from './report-load.ts';
import { RunningApi } from '../../api/test/running-api.ts';

export interface BesideLoudOptions {
  /** A superuser's, of a cluster that nobody else needs. */
  readonly adminUrl: string;
  /** For the API's log. */
  readonly folder: string;
  readonly rounds: number;
  /** Of each half of a round. */
  readonly seconds: number;
}

const LOUD_CONNECTIONS = 64;
const QUIET_ORGANIZATIONS = 3;
const QUIET_CONNECTIONS = 12;
const QUIET_A_SECOND = 60;

/**
 * F32: one organization sends reports as fast as the answers come; how long do others wait for theirs and for their lists?
 * Sender and product share the machine: their usual is measured while the same sender sends as much to a listener that only answers.
 */
export async function benchBesideLoud({ adminUrl, folder, rounds: count, seconds }: BesideLoudOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 1 + QUIET_ORGANIZATIONS);
  const api = await RunningApi.start({ ...options, projector: true }, join(folder, 'api.log'));
  const listener = fork(fileURLToPath(new URL('./listener-process.ts', import.meta.url)), { execArgv: process.execArgv });
  const [{ port: listening }] = (await once(listener, 'message')) as [{ port: number }];
  try {
    const [loudest, ...others] = await signInAll(api.port, organizations);
    const half = async (port: number, rate?: number) => {
      const loud = await Loud.open(port, loudest!, rate);
      await sleep(1_000);
      const took = await askQuietly(api.port, others, seconds);
      return { p99: p99(took), rate: await loud.end() };
    };
    // What the platform compiles during the first seconds is not what a request costs.
    await half(api.port);
    await analyze(adminUrl);
    const rounds: Round[] = [];
    const rates: number[] = [];
    while (rounds.length < count) {
      const beside = await half(api.port);
      const usual = await half(listening, beside.rate);
      rates.push(beside.rate);
      rounds.push(roundOf(beside.p99, usual.p99));
    }
    return {
      id: 'F32', ratio: medianRatio(rounds), rounds,
      subject: `p99 of ${QUIET_A_SECOND} reports and lists a second of ${QUIET_ORGANIZATIONS} organizations, while another one reports by ${LOUD_CONNECTIONS} connections as fast as it is answered (${rates.map((rate) => rate.toFixed(0)).join(', ')} a second); one API process with the projector; ms`,
      peer: 'the same while the sender sends as much to a listener that only answers; ms',
    };
  } finally {
    await api.kill();
    listener.disconnect();
  }
}

const bearer = ({ token }: Reporter): string => `Authorization: Bearer ${token}\r\n`;

const send = (connection: KeptConnection, reporter: Reporter): Promise<Reply> => connection.post(PATH, `${bearer(reporter)}Idempotency-Key: ${randomUUIDv7()}\r\n`, report);

/** What a server's database knows of its tables after its first minutes. */
async function analyze(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('analyze').finally(() => client.end());
}

/** Sends as fast as it is answered, or at a rate. */
class Loud {
  readonly #begun = performance.now();
  readonly #connections: readonly KeptConnection[];
  readonly #done: Promise<unknown>;
  #sent = 0;
  #ended = false;

  private constructor(connections: readonly KeptConnection[], reporter: Reporter, rate: number | undefined) {
    this.#connections = connections;
    let due = 0;
    this.#done = Promise.all(
      connections.map(async (connection) => {
        while (!this.#ended) {
          const wait = rate === undefined ? 0 : this.#begun + (due++ * 1_000) / rate - performance.now();
          if (wait > 0) await sleep(wait);
          if (this.#ended) return;
          this.#sent++;
          const { status, body } = await send(connection, reporter);
          if (status >= 400 && status !== 429) throw new Error(`The loud organization was answered ${status}: ${body}`);
        }
      }),
    );
    this.#done.catch(() => undefined);
  }

  static async open(port: number, reporter: Reporter, rate: number | undefined): Promise<Loud> {
    return new Loud(await Promise.all(Array.from({ length: LOUD_CONNECTIONS }, () => KeptConnection.open(port))), reporter, rate);
  }

  /** Answers how much was sent a second. */
  async end(): Promise<number> {
    const rate = (this.#sent * 1_000) / (performance.now() - this.#begun);
    this.#ended = true;
    await this.#done;
    for (const connection of this.#connections) connection.close();
    return rate;
  }
}

/** Asks at a steady rate; answers what each took from the moment it was due, in milliseconds. */
async function askQuietly(port: number, reporters: readonly Reporter[], seconds: number): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: QUIET_CONNECTIONS }, () => KeptConnection.open(port)));
  const begun = performance.now();
  const took: number[] = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next++;
        const due = begun + (index * 1_000) / QUIET_A_SECOND;
        if (due > begun + seconds * 1_000) return connection.close();
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
        const reporter = reporters[index % reporters.length]!;
        const { status, body } = await (Math.floor(index / reporters.length) % 2 ? connection.get(PATH, bearer(reporter)) : send(connection, reporter));
        if (status >= 400) throw new Error(`A quiet organization was answered ${status}: ${body}`);
        took.push(performance.now() - due);
      }
    }),
  );
  return took;
}
