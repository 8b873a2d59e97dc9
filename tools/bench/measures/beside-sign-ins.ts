import { join } from 'node:path';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations, PASSWORD, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeepAliveConnection } from '../load/http-load.ts';
import { p99 } from '../load/lag-watch.ts';
import { sendReport, signInAll } from '../load/report-load.ts';
import { askSteadily } from '../load/steady-load.ts';

export interface BesideSignInsOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
  /** Duration of each half of a round. */
  readonly seconds: number;
  readonly people: number;
}

const REPORTERS = 3;
const LOAD = { connections: 12, aSecond: 60 } as const;

/**
 * P16: latency of commands while people sign in concurrently, compared with no sign-ins. Each person signs in again at
 * once, so that the number of concurrent sign-ins is constant.
 */
export async function benchBesideSignIns({
  adminUrl,
  folder,
  rounds: count,
  seconds,
  people,
}: BesideSignInsOptions): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, REPORTERS + people);
  const api = await RunningApi.start(
    { ...options, projector: true, trustProxy: ['127.0.0.1'] },
    join(folder, 'api.log'),
  );
  try {
    const reporters = await signInAll(api.port, organizations.slice(0, REPORTERS));
    const half = async () =>
      p99(
        await askSteadily({ port: api.port, seconds, ...LOAD }, (connection, index) =>
          sendReport(connection, reporters[index % REPORTERS]!),
        ),
      );
    const beside = async () => {
      const crowd = await SigningIn.begin(api.port, organizations.slice(REPORTERS));
      const found = await half();
      signedIn.push((await crowd.end()) / seconds);
      return found;
    };
    const signedIn: number[] = [];
    // Warm up: compilation in the first seconds is not part of a command's cost.
    await beside();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      const usual = await half();
      rounds.push(roundOf(await beside(), usual));
    }
    return {
      id: 'P16',
      ratio: medianRatio(rounds),
      rounds,
      subject: `p99 of ${LOAD.aSecond} reports a second while ${people} people sign in at once, again and again (${signedIn
        .slice(1)
        .map((each) => each.toFixed(1))
        .join(', ')} a second); one API process with the projector; ms`,
      peer: 'the same while nobody signs in; ms',
    };
  } finally {
    await api.kill();
  }
}

/** A person on a known device, in a separate network as named by a proxy. */
class Person {
  readonly #connection: KeepAliveConnection;
  readonly #emailAddress: string;
  readonly #from: string;
  #cookie = '';

  constructor(connection: KeepAliveConnection, emailAddress: string, index: number) {
    this.#connection = connection;
    this.#emailAddress = emailAddress;
    this.#from = `X-Forwarded-For: 198.51.100.${index + 1}\r\n`;
  }

  async signIn(): Promise<void> {
    const { status, head, body } = await this.#connection.post(
      '/api/auth',
      this.#from + this.#cookie,
      JSON.stringify({ identifier: this.#emailAddress, password: PASSWORD }),
    );
    if (status !== 200) throw new Error(`${this.#emailAddress} was answered ${status}: ${body}`);
    this.#cookie = `Cookie: ${/plimsoll-device=[^;]+/.exec(head)![0]}\r\n`;
  }

  leave(): void {
    this.#connection.close();
  }
}

/** People who sign in repeatedly. */
class SigningIn {
  readonly #done: Promise<unknown>;
  #count = 0;
  #ended = false;

  private constructor(people: readonly Person[]) {
    this.#done = Promise.all(
      people.map(async (person) => {
        while (!this.#ended) {
          await person.signIn();
          this.#count++;
        }
        person.leave();
      }),
    );
    this.#done.catch(() => undefined);
  }

  /** Each signs in alone first, then all do so concurrently. */
  static async begin(port: number, accounts: readonly BenchOrganization[]): Promise<SigningIn> {
    const people: Person[] = [];
    for (const [index, { emailAddress }] of accounts.entries())
      people.push(new Person(await KeepAliveConnection.open(port), emailAddress, index));
    for (const person of people) await person.signIn();
    return new SigningIn(people);
  }

  /**
   * @returns the number of sign-ins.
   * @throws if one failed.
   */
  async end(): Promise<number> {
    const count = this.#count;
    this.#ended = true;
    await this.#done;
    return count;
  }
}
