import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { PASSWORD, type BenchOrganization } from './bench-organizations.ts';
import type { Acknowledged, Sent } from './command-ledger.ts';
import { ConnectionLost, headerReader, KeepAliveConnection, requestOf, type Reply } from './http-load.ts';

export const PATH = '/api/reported-events';

const [group] = nearMissForm.groups;
const [worst, before] = group!.questions;
export const report = JSON.stringify({
  formGuid: nearMissForm.formGuid,
  formVersion: nearMissForm.version,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: regions[0]!.guid,
  location: 'Kilometre 12, east trench',
  description:
    'The sling slipped off the hook while the pipe was being lowered into the trench, and swung past the swamper. Nobody stood below.',
  components: [
    {
      groupGuid: group!.groupGuid,
      answers: [
        { questionGuid: worst!.questionGuid, value: 'FIRST_AID' },
        { questionGuid: before!.questionGuid, value: false },
      ],
    },
  ],
});

/** A reporter, with a real token. */
export interface Reporter {
  readonly tenant: string;
  readonly token: string;
}

export const bearer = ({ token }: Pick<Reporter, 'token'>): string => `Authorization: Bearer ${token}\r\n`;

const requestWith = (key: string, reporter: Reporter): Buffer =>
  requestOf('POST', PATH, `${bearer(reporter)}Idempotency-Key: ${key}\r\n`, report);

/** A reporter's request, formatted once: only its key changes between reports. */
class RepeatedReport {
  readonly #request: Buffer;
  readonly #keyAt: number;

  constructor(reporter: Reporter) {
    const key = randomUUIDv7();
    this.#request = requestWith(key, reporter);
    this.#keyAt = this.#request.indexOf(key);
  }

  /**
   * @param key a UUID.
   * @returns the request, in the buffer of the previous one.
   */
  withKey(key: string): Buffer {
    this.#request.write(key, this.#keyAt, 'latin1');
    return this.#request;
  }
}

/**
 * Sends a report, which is a new command unless its key repeats one. Any response is returned.
 * @param key a UUID.
 */
export const sendReport = (
  connection: KeepAliveConnection,
  reporter: Reporter,
  key: string = randomUUIDv7(),
): Promise<Reply> => connection.ask(requestWith(key, reporter));

export async function signInAll(port: number, organizations: readonly BenchOrganization[]): Promise<Reporter[]> {
  const reporters: Reporter[] = [];
  for (const { tenant, emailAddress } of organizations) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: emailAddress, password: PASSWORD }),
    });
    if (answer.status !== 200)
      throw new Error(`${emailAddress} could not sign in: ${answer.status} ${await answer.text()}`);
    reporters.push({ tenant, token: ((await answer.json()) as { jwt: string }).jwt });
  }
  return reporters;
}

/** Connections that report repeatedly, each for one organization, and record the responses. */
export class ReportLoad {
  readonly #connections: KeepAliveConnection[];
  readonly #reporters: readonly Reporter[];
  readonly #reports: readonly RepeatedReport[];
  readonly #sent: Sent[];

  private constructor(connections: KeepAliveConnection[], reporters: readonly Reporter[], sent: Sent[]) {
    this.#connections = connections;
    this.#reporters = reporters;
    this.#reports = connections.map((_, index) => new RepeatedReport(reporters[index % reporters.length]!));
    this.#sent = sent;
  }

  /**
   * @param ports of the processes, over which the connections of each organization are distributed.
   * @param sent records everything that is sent.
   */
  static async open(
    ports: readonly number[],
    count: number,
    reporters: readonly Reporter[],
    sent: Sent[],
  ): Promise<ReportLoad> {
    const connections = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        KeepAliveConnection.open(ports[(index + Math.floor(index / reporters.length)) % ports.length]!),
      ),
    );
    return new ReportLoad(connections, reporters, sent);
  }

  /** Sends one report per connection, one after the other. */
  async onceEach(): Promise<void> {
    for (const index of this.#connections.keys()) await this.#report(index);
  }

  /**
   * Sends reports for a number of seconds.
   * @returns how many were accepted in that time.
   */
  async run(seconds: number): Promise<number> {
    await this.#openAgain();
    const end = performance.now() + seconds * 1_000;
    let accepted = 0;
    const ended = await Promise.allSettled(
      this.#connections.map(async (_, index) => {
        while (performance.now() < end) {
          await this.#report(index);
          if (performance.now() < end) accepted++;
        }
      }),
    );
    const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    const error = errors.find((one) => !(one instanceof ConnectionLost)) ?? errors[0];
    if (error) throw error;
    return accepted;
  }

  /**
   * Sends reports at a fixed rate, regardless of response times, while `goOn` returns true.
   * @param onAnswer called with each response at once.
   * @returns the rate achieved: lower than requested if the API did not keep up.
   */
  async runAt(
    rate: number,
    goOn: () => boolean,
    onAnswer: (tenant: string, position: number) => void,
  ): Promise<number> {
    const begun = performance.now();
    let next = 0;
    let answered = 0;
    let last = begun;
    await Promise.all(
      this.#connections.map(async (_, index) => {
        while (goOn()) {
          const wait = begun + (next++ * 1_000) / rate - performance.now();
          if (wait > 0) await sleep(wait);
          if (!goOn()) return;
          const { tenant, position } = await this.#report(index);
          onAnswer(tenant, position);
          answered++;
          last = performance.now();
        }
      }),
    );
    return (answered * 1_000) / (last - begun);
  }

  /** The API has closed connections that were idle while another build had its turn. */
  async #openAgain(): Promise<void> {
    await Promise.all(
      this.#connections.map(async (connection, index) => {
        if (connection.isLost) this.#connections[index] = await KeepAliveConnection.open(connection.port);
      }),
    );
  }

  /** Sends one report on a connection, recorded before it is sent. */
  async #report(index: number): Promise<{ readonly tenant: string; readonly position: number }> {
    const reporter = this.#reporters[index % this.#reporters.length]!;
    const command: Sent = { tenant: reporter.tenant, idempotencyKey: randomUUIDv7() };
    this.#sent.push(command);
    command.acknowledged = acknowledgedBy(
      await this.#connections[index]!.ask(this.#reports[index]!.withKey(command.idempotencyKey)),
      reporter,
    );
    return { tenant: reporter.tenant, position: command.acknowledged.position };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  sendUnknownAgain(port: number): Promise<void> {
    return sendUnknownAgain(port, this.#reporters, this.#sent);
  }
}

/**
 * Sends reports while `goOn` returns true, whatever fails: requests without a response, or with 503, are sent again
 * with their keys on a new connection, as a client does.
 * @param sent records everything that is sent; what is open at the end has no acknowledgement.
 * @returns how often each other response came: a status, or `lost`.
 */
export async function reportThroughErrors(
  port: number,
  count: number,
  reporters: readonly Reporter[],
  sent: Sent[],
  goOn: () => boolean,
): Promise<ReadonlyMap<string, number>> {
  const others = new Map<string, number>();
  const attempt = async (
    connection: KeepAliveConnection | undefined,
    reporter: Reporter,
    command: Sent,
  ): Promise<KeepAliveConnection | undefined> => {
    try {
      const open = connection ?? (await KeepAliveConnection.open(port));
      command.acknowledged = await send(open, reporter, command);
      return open;
    } catch (error) {
      const what = error instanceof NotAccepted ? String(error.status) : 'lost';
      others.set(what, (others.get(what) ?? 0) + 1);
      connection?.close();
      await sleep(50);
      return undefined;
    }
  };
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const reporter = reporters[index % reporters.length]!;
      let connection: KeepAliveConnection | undefined;
      while (goOn()) {
        const command: Sent = { tenant: reporter.tenant, idempotencyKey: randomUUIDv7() };
        sent.push(command);
        while (!command.acknowledged && goOn()) connection = await attempt(connection, reporter, command);
      }
      connection?.close();
    }),
  );
  return others;
}

/** Sends every unacknowledged command again with its key. */
export async function sendUnknownAgain(
  port: number,
  reporters: readonly Reporter[],
  sent: readonly Sent[],
): Promise<void> {
  const connection = await KeepAliveConnection.open(port);
  for (const command of sent.filter(({ acknowledged }) => !acknowledged)) {
    const reporter = reporters.find(({ tenant }) => tenant === command.tenant)!;
    command.acknowledged = await send(connection, reporter, command);
  }
  connection.close();
}

class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  readonly status: number;
  constructor({ status, body }: Reply) {
    super(`A report was answered ${status}: ${body}`);
    this.status = status;
  }
}

const send = async (
  connection: KeepAliveConnection,
  reporter: Reporter,
  { idempotencyKey }: Sent,
): Promise<Acknowledged> => acknowledgedBy(await connection.ask(requestWith(idempotencyKey, reporter)), reporter);

const positionHeader = headerReader('Position');

function acknowledgedBy(reply: Reply, { tenant }: Reporter): Acknowledged {
  if (reply.status !== 201) throw new NotAccepted(reply);
  const { eventId, revision, number } = JSON.parse(reply.body) as { eventId: string; revision: number; number: number };
  const position = positionOf(positionHeader(reply) ?? '', tenant);
  if (position === null) throw new Error(`An answer without its position: ${reply.head}`);
  return { eventId, revision, number, position };
}
