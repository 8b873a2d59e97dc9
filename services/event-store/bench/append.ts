import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventStoreMigrations } from '@plimsoll/event-store/postgres/event-store-migrations';
import { migrate } from '@plimsoll/postgres/migrate';
import { setRolePassword } from '@plimsoll/postgres/roles';
import pg from 'pg';
import { nodeFlags } from '../../../tools/dev/node-flags.mjs';
import type { AppendOrder, AppendTurn } from './append-process.ts';
import { medianRatio, ownTurn, roundOf, type Measurement, type Round } from './measurement.ts';
import { PGBENCH_PEER, PgbenchPeer } from './pgbench.ts';

const CLIENTS = 64;
const TENANTS = 16;
/** A server runs for weeks: compilation during the first seconds of load does not count. */
const WARM_UP_SECONDS = 10;

/**
 * Measures P1: 64 concurrent appends of single events, each with an expected revision, in a process configured like the
 * product's servers, against pgbench's single-row durable insert of about as many bytes with 64 clients. Rounds are
 * interleaved, in a separate database that is dropped afterwards.
 * @param options.adminUrl a superuser of a server for measuring, with fsync and synchronous_commit on.
 * @throws if those are off, pgbench is missing, or the log is not intact afterwards.
 */
export async function benchAppend({
  adminUrl,
  rounds: count = 3,
  seconds = 5,
}: {
  adminUrl: string;
  rounds?: number;
  seconds?: number;
}): Promise<Measurement> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await query(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  try {
    await migrate(url.toString(), eventStoreMigrations);
    const password = randomBytes(16).toString('hex');
    await setRolePassword(adminUrl, 'plimsoll_app', password);
    const pgbench = await PgbenchPeer.open(url.toString());
    const appUrl = Object.assign(new URL(url), { username: 'plimsoll_app', password }).toString();
    const appender = await Appender.start({ appUrl, clients: CLIENTS, tenants: TENANTS });
    try {
      await appender.append(WARM_UP_SECONDS);
      const rounds: Round[] = [];
      while (rounds.length < count) {
        await ownTurn();
        const peer = await pgbench.run(seconds);
        rounds.push(roundOf((await appender.append(seconds)) / seconds, peer));
      }
      await appender.end();
      return {
        id: 'P1',
        ratio: medianRatio(rounds),
        subject: `${CLIENTS} parallel appends of one event with its expected revision, ${TENANTS} organizations, after ${WARM_UP_SECONDS} s of the same load; events/s`,
        peer: PGBENCH_PEER,
        rounds,
      };
    } finally {
      appender.kill();
    }
  } finally {
    await query(adminUrl, `drop database ${name} with (force)`);
  }
}

/** Appends in another process. */
class Appender {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit').then(([code]) => code as number | null);
  }

  static async start(order: AppendOrder): Promise<Appender> {
    const appender = new Appender(
      fork(fileURLToPath(new URL('./append-process.ts', import.meta.url)), {
        execArgv: [...process.execArgv, ...nodeFlags],
      }),
    );
    await appender.#ask(order);
    return appender;
  }

  /** Returns the number of appended events. */
  async append(seconds: number): Promise<number> {
    return (await this.#ask((seconds * 1_000) satisfies AppendTurn)) as number;
  }

  /** @throws if the log does not match what the writers were answered. */
  async end(): Promise<void> {
    this.#child.send('end' satisfies AppendTurn);
    if ((await this.#ended) !== 0) throw new Error('The log is not what its writers were told');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(words: AppendOrder | AppendTurn): Promise<unknown> {
    const answered = once(this.#child, 'message').then(([answer]) => ({ answer: answer as unknown }));
    this.#child.send(words);
    const answer = await Promise.race([answered, this.#ended.then(() => undefined)]);
    if (!answer) throw new Error('Whoever appends came to an end');
    return answer.answer;
  }
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
