import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloudEvent } from '@plimsoll/contracts/integration/integration-event';
import { createTestDatabase } from '@plimsoll/postgres/test-database';
import type { KafkaClient } from '@plimsoll/reactors/integration/kafka-publisher';
import pg from 'pg';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { eventually } from '../../../services/reactors/test/eventually.ts';
import { KafkaBroker, whyNoKafka } from '../../../services/reactors/test/kafka/kafka-broker.ts';
import { RunningReactors } from '../../../services/reactors/test/running-reactors.ts';
import { foundOrganizations } from '../../bench/load/bench-organizations.ts';
import { KeepAliveConnection, type Reply } from '../../bench/load/http-load.ts';
import { enableExport } from '../../bench/measures/kafka-export.ts';
import { p99 } from '../../bench/load/lag-watch.ts';
import { bearer, PATH, sendReport, signInAll, type Reporter } from '../../bench/load/report-load.ts';
import { allMigrations } from '@plimsoll/launcher/migrations';

const isLong = process.env['HARDENING'] === 'long';
const RATE = isLong ? 200 : 20;
/** The short form uses only the default client. */
const KILLS: readonly (readonly [KafkaClient, number])[] = isLong
  ? [
      ['kafkajs', 50],
      ['platformatic', 50],
    ]
  : [['kafkajs', 2]];
/** Outages of the brokers: once they refuse connections, once they do not respond. */
const OUTAGE_MS = isLong ? 30_000 : 3_000;
const ORGANIZATIONS = 4;
const CONNECTIONS = 12;
/** Revisions of each incident: it is reported, then changed. */
const REVISIONS = 3;
/** The backlog is in the log and not in memory; this allows for uncollected garbage. */
const MORE_MEMORY_MB = 100;
const PATIENCE_MS = 90_000;

const because =
  whyNoKafka() ??
  (process.env['KAFKA_TEST_BROKERS'] ? 'the brokers are of somebody else, who keeps them running' : undefined);
if (because) console.warn(`Kills of the export to Kafka were not tested: ${because}`);

/**
 * Sends a command, and repeats it with the same key while the API reports that its database does not respond, as
 * clients should; next to other tests that can happen.
 */
async function untilTaken(send: (key: string) => Promise<Reply>): Promise<Reply> {
  const key = randomUUID();
  for (;;) {
    const reply = await send(key);
    if (reply.status !== 503) return reply;
    await sleep(1_000);
  }
}

/**
 * Reports and changes incidents at a steady rate, and records the acknowledgements independently of the tested product.
 */
class OutsideLedger {
  /** Number of acknowledged revisions by incident. */
  readonly acknowledged = new Map<string, number>();
  #took: number[] = [];
  #isOver = false;
  readonly #working: Promise<unknown>;

  constructor(port: number, reporters: readonly Reporter[]) {
    const begun = performance.now();
    let next = 0;
    const inTurn = async (ask: () => Promise<void>): Promise<void> => {
      const due = begun + (next++ * 1_000) / RATE;
      await sleep(Math.max(0, due - performance.now()));
      await ask();
      this.#took.push(performance.now() - due);
    };
    this.#working = Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, index) => {
        const connection = await KeepAliveConnection.open(port);
        const reporter = reporters[index % reporters.length]!;
        while (!this.#isOver) {
          let eventId = '';
          await inTurn(async () => {
            const { status, body } = await untilTaken((key) => sendReport(connection, reporter, key));
            if (status !== 201) throw new Error(`A report was answered ${status}: ${body}`);
            eventId = (JSON.parse(body) as { eventId: string }).eventId;
            this.acknowledged.set(eventId, 1);
          });
          for (let revision = 1; revision < REVISIONS; revision++) {
            await inTurn(async () => {
              const { status, body } = await untilTaken((key) =>
                connection.send(
                  'PATCH',
                  `${PATH}/${eventId}`,
                  `${bearer(reporter)}Idempotency-Key: ${key}\r\nIf-Match: "${revision}"\r\n`,
                  JSON.stringify({ location: `Kilometre ${revision}` }),
                ),
              );
              if (status !== 200) throw new Error(`A change was answered ${status}: ${body}`);
              this.acknowledged.set(eventId, revision + 1);
            });
          }
        }
        connection.close();
      }),
    );
    // Handled where the end is awaited.
    this.#working.catch(() => undefined);
  }

  /** 99th percentile of the response times since the last call, in ms from when each command was due. */
  takeP99(): number {
    const took = this.#took;
    this.#took = [];
    return Math.round(p99(took));
  }

  /** @throws if a command was refused. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }
}

(because ? describe.skip : describe)(because ? `not run, since ${because}` : `Kafka ${KafkaBroker.version()}`, () => {
  test.each(KILLS)(
    `while ${RATE} commands come each second reactors that export by %s are killed %i times, and brokers go away: nothing is lost, first copies are in order, and later copies repeat known events`,
    async (client, kills) => {
      await using ending = new AsyncDisposableStack();
      const folder = mkdtempSync(join(tmpdir(), 'plimsoll-killed-export-'));
      ending.defer(() => rmSync(folder, { recursive: true }));
      const [broker, database] = await Promise.all([KafkaBroker.start(), createTestDatabase(allMigrations)]);
      ending.defer(() => database.drop());
      ending.defer(() => broker.stop());
      const keys = {
        signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        sealingKey: randomBytes(32).toString('base64'),
      };
      const options = {
        appDatabaseUrl: database.appUrl,
        projectorDatabaseUrl: database.projectorUrl,
        ...keys,
        host: '127.0.0.1',
        port: 0,
        publicUrl: 'http://localhost:3000',
        projector: true,
        logLevel: 'error',
      };
      const organizations = await foundOrganizations(options, ORGANIZATIONS);
      await enableExport(options, database.adminUrl, organizations, 'NOW');
      const admin = new pg.Client({ connectionString: database.adminUrl });
      await admin.connect();
      ending.defer(() => admin.end());
      const exporting = {
        appDatabaseUrl: database.appUrl,
        projectorDatabaseUrl: database.projectorUrl,
        sealingKey: keys.sealingKey,
        publicUrl: options.publicUrl,
        kafka: {
          brokers: broker.brokers,
          client,
          topicPrefix: '',
          maxBytes: 900_000,
          createTopics: { partitions: 3, replicas: 1 },
        },
      };
      let reactors = await RunningReactors.start(exporting);
      ending.defer(() => reactors.kill());
      const api = await RunningApi.start(options, join(folder, 'api.log'));
      ending.defer(() => api.kill());

      const errors = async () =>
        (await admin.query<{ error: string | null }>('select fault as error from kafka_exports')).rows.map(
          ({ error }) => error,
        );
      /** Number of events that the slowest organization's export lags behind its log. */
      const behind = async () =>
        (
          await admin.query<{ behind: number }>(
            'select max(h.position - coalesce(e.position, 0))::int as behind from kafka_exports e join tenant_heads h using (tenant)',
          )
        ).rows[0]!.behind;
      /**
       * Waits during an outage until the export reports it.
       * @returns the additional memory meanwhile.
       */
      const outage = async (error: string): Promise<number> => {
        const before = reactors.memory();
        let most = before;
        const until = performance.now() + OUTAGE_MS;
        while (performance.now() < until) {
          most = Math.max(most, reactors.memory());
          await sleep(200);
        }
        await eventually(errors, (all) => all.includes(error), PATIENCE_MS);
        return most - before;
      };

      const ledger = new OutsideLedger(api.port, await signInAll(api.port, organizations));
      ending.defer(() => ledger.end().catch(() => undefined));
      for (let kill = 0; kill < kills; kill++) {
        await sleep(300 + (kill % 7) * 170);
        await reactors.kill();
        reactors = await RunningReactors.start(exporting);
      }
      const killed = ledger.takeP99();
      // The memory of an outage is compared with reactors that have worked, not with ones that have just started.
      await eventually(behind, (most) => most < RATE, PATIENCE_MS);
      await broker.kill();
      const refused = await outage('The brokers cannot be reached');
      await broker.begin();
      await eventually(errors, (all) => all.every((error) => error === null), PATIENCE_MS);
      broker.fallSilent();
      const silent = await outage('The brokers do not answer in time');
      broker.wake();
      const away = ledger.takeP99();
      await ledger.end();
      await eventually(behind, (most) => most === 0, PATIENCE_MS);

      const topic = 'plimsoll.incidents.v1';
      const records = broker.consume(topic, await broker.size(topic));
      const bySubject = Map.groupBy(
        records.map(({ value }) => cloudEvent.parse(JSON.parse(value))),
        ({ subject }) => subject,
      );
      const delivered = new Map(
        [...bySubject].map(([subject, copies]) => {
          const firsts = copies.filter(({ id }, index) => copies.findIndex((one) => one.id === id) === index);
          return [subject.replace('reported-events/', ''), firsts.map(({ streamrevision }) => streamrevision)];
        }),
      );
      const expected = [...ledger.acknowledged].map(([eventId, revisions]) => [
        eventId,
        Array.from({ length: revisions }, (_, index) => index + 1),
      ]);
      const counted = [...ledger.acknowledged.values()].reduce((sum, revisions) => sum + revisions, 0);
      process.stdout.write(
        `Kafka ${KafkaBroker.version()}, process ${broker.pid}, ${client}: ${counted} commands acknowledged, ${kills} kills, ${records.length} records with ${records.length - counted} copies; p99 ${killed} ms while killed, ${away} ms while brokers were away; ${refused.toFixed(0)} and ${silent.toFixed(0)} MB more meanwhile\n`,
      );
      expect([...delivered].sort()).toEqual(expected.sort());
      expect(Math.max(refused, silent)).toBeLessThanOrEqual(MORE_MEMORY_MB);
    },
    isLong ? 600_000 : 180_000,
  );
});
