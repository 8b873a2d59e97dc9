import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Kafka, logLevel } from 'kafkajs';

const jars = fileURLToPath(new URL('../../../../.cache/kafka', import.meta.url));
const pom = fileURLToPath(new URL('./pom.xml', import.meta.url));
const CLASS_PATH = ['-cp', join(jars, '*')];
/** JVM options for short-lived tools: fast startup. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
const PASSWORD = 'anchor-and-chain';
const MIN_JAVA = 17;

export const SIGN_IN = { username: 'plimsoll', password: PASSWORD } as const;

/** A record, as printed by Apache's console consumer. */
export interface Consumed {
  readonly partition: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
  readonly value: string;
}

const given = process.env['KAFKA_TEST_BROKERS'];

/** Why no broker can be started on this machine; undefined if one can be started or is given. */
export function whyNoKafka(): string | undefined {
  const version = /version "(\d+)/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  if (version === undefined || Number(version) < MIN_JAVA) return `there is no Java ${MIN_JAVA}`;
  if (!existsSync(jars) && spawnSync('mvn', ['--version']).status !== 0) return 'there is no Maven';
  return undefined;
}

/** Downloads Apache's jars, once. */
function ensureJars(): void {
  if (existsSync(jars)) return;
  const making = `${jars}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const { status, stderr, stdout } = spawnSync(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${making}`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Maven could not fetch the broker: ${stderr}${stdout}`);
  // Another process may have finished the download first.
  if (existsSync(jars)) rmSync(making, { recursive: true });
  else renameSync(making, jars);
}

/** Runs one of Kafka's tools. @throws with its output if it fails. */
function run(command: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    input,
    maxBuffer: 256 * 2 ** 20,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(
      `${command} ${args.slice(-6).join(' ')} ended with ${status}: ${stderr.slice(-2_000)}${stdout.slice(-2_000)}`,
    );
  return stdout;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const SCRAM = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** Configuration of a broker: its listeners and storage. */
interface Place {
  readonly plain: number;
  readonly tls: number;
  readonly sasl: number;
  readonly controller: number;
  readonly folder: string;
}

const propertiesOf = ({ plain, tls, sasl, controller, folder }: Place): string =>
  [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.bootstrap.servers=127.0.0.1:${controller}`,
    `listeners=PLAIN://127.0.0.1:${plain},TLS://127.0.0.1:${tls},SASL://127.0.0.1:${sasl},CONTROLLER://127.0.0.1:${controller}`,
    `advertised.listeners=PLAIN://localhost:${plain},TLS://localhost:${tls},SASL://localhost:${sasl},CONTROLLER://127.0.0.1:${controller}`,
    'listener.security.protocol.map=PLAIN:PLAINTEXT,TLS:SSL,SASL:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name=PLAIN',
    'controller.listener.names=CONTROLLER',
    `log.dirs=${join(folder, 'log')}`,
    'num.partitions=3',
    'offsets.topic.num.partitions=1',
    ...[
      'offsets.topic.replication.factor',
      'transaction.state.log.replication.factor',
      'transaction.state.log.min.isr',
      'share.coordinator.state.topic.replication.factor',
      'share.coordinator.state.topic.min.isr',
    ].map((name) => `${name}=1`),
    'group.initial.rebalance.delay.ms=0',
    `sasl.enabled.mechanisms=PLAIN,${SCRAM.join(',')}`,
    `listener.name.sasl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${SIGN_IN.username}="${PASSWORD}";`,
    ...SCRAM.map(
      (name) =>
        `listener.name.sasl.${name.toLowerCase()}.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;`,
    ),
    `ssl.keystore.location=${join(folder, 'broker.p12')}`,
    `ssl.keystore.password=${PASSWORD}`,
    `ssl.key.password=${PASSWORD}`,
    'ssl.keystore.type=PKCS12',
    '',
  ].join('\n');

/** Parses a line of Apache's console consumer. */
function consumedOf(line: string): Consumed {
  const [partition, headers, key, ...value] = line.split('\t') as [string, string, string, ...string[]];
  const named =
    headers === 'NO_HEADERS'
      ? []
      : headers.split(',').map((header) => header.split(/:(.*)/s).slice(0, 2) as [string, string]);
  return {
    partition: Number(partition.replace('Partition:', '')),
    headers: Object.fromEntries(named) as Record<string, string>,
    key,
    value: value.join('\t'),
  };
}

/**
 * Apache Kafka as one process, broker and controller; or the broker at KAFKA_TEST_BROKERS, which cannot be controlled.
 */
export class KafkaBroker {
  #process: ChildProcess | undefined;
  readonly brokers: readonly string[];
  readonly place: Place | undefined;
  readonly ca: string;

  private constructor(brokers: readonly string[], place: Place | undefined, ca: string) {
    this.brokers = brokers;
    this.place = place;
    this.ca = ca;
  }

  static async start(): Promise<KafkaBroker> {
    ensureJars();
    if (given) return new KafkaBroker(given.split(','), undefined, '');
    const [plain, tls, sasl, controller] = (await freePorts(4)) as [number, number, number, number];
    const place = { plain, tls, sasl, controller, folder: mkdtempSync(join(tmpdir(), 'plimsoll-kafka-')) };
    const store = [
      '-alias',
      'broker',
      '-keystore',
      join(place.folder, 'broker.p12'),
      '-storetype',
      'PKCS12',
      '-storepass',
      PASSWORD,
    ];
    run('keytool', [
      '-genkeypair',
      '-keyalg',
      'EC',
      '-groupname',
      'secp256r1',
      '-validity',
      '30',
      '-dname',
      'CN=localhost',
      '-ext',
      'SAN=dns:localhost,ip:127.0.0.1',
      '-keypass',
      PASSWORD,
      ...store,
    ]);
    const broker = new KafkaBroker([`localhost:${plain}`], place, run('keytool', ['-exportcert', '-rfc', ...store]));
    writeFileSync(broker.#file, propertiesOf(place));
    const storage = [...BRIEF, ...CLASS_PATH, 'kafka.tools.StorageTool'];
    // Same format as the tool's `random-uuid`, which takes a second. A leading hyphen would be parsed as an option.
    const id = `A${randomBytes(16).toString('base64url').slice(1)}`;
    run('java', [
      ...storage,
      'format',
      '--standalone',
      '-t',
      id,
      '-c',
      broker.#file,
      ...SCRAM.flatMap((name) => ['--add-scram', `${name}=[name=${SIGN_IN.username},password=${PASSWORD}]`]),
    ]);
    await broker.begin();
    return broker;
  }

  get #file(): string {
    return join(this.place!.folder, 'server.properties');
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the process with its existing data. */
  async begin(): Promise<void> {
    const child = spawn('java', ['-Xmx512m', ...BRIEF, ...CLASS_PATH, 'kafka.Kafka', this.#file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The broker has ended: ${output}`)));
    ended.catch(() => undefined);
    await Promise.race([this.#answers(), ended]);
  }

  async #answers(): Promise<void> {
    const admin = new Kafka({
      brokers: [...this.brokers],
      logLevel: logLevel.NOTHING,
      retry: { retries: 100, initialRetryTime: 200, maxRetryTime: 300 },
    }).admin();
    await admin.connect();
    await admin.listTopics();
    await admin.disconnect();
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends the process, with its connections open, until `wake`. */
  fallSilent(): void {
    this.#process!.kill('SIGSTOP');
  }

  wake(): void {
    this.#process!.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    if (this.place) rmSync(this.place.folder, { recursive: true, force: true });
  }

  async createTopics(names: readonly string[], partitions = 3): Promise<void> {
    const admin = new Kafka({ brokers: [...this.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createTopics({
      waitForLeaders: true,
      topics: names.map((topic) => ({ topic, numPartitions: partitions, replicationFactor: 1 })),
    });
    await admin.disconnect();
  }

  async topics(): Promise<string[]> {
    const admin = new Kafka({ brokers: [...this.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const names = await admin.listTopics();
    await admin.disconnect();
    return names;
  }

  /** Counts the records of a topic. */
  async size(topic: string): Promise<number> {
    const admin = new Kafka({ brokers: [...this.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    await admin.disconnect();
    return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  }

  /** Writes keys with the Java producer, the reference for partitioning. */
  produceByJava(topic: string, keys: readonly string[], value: string): void {
    run(
      'java',
      [
        ...BRIEF,
        ...CLASS_PATH,
        'org.apache.kafka.tools.ConsoleProducer',
        '--bootstrap-server',
        this.brokers[0]!,
        '--topic',
        topic,
        '--reader-property',
        'parse.key=true',
        '--reader-property',
        'key.separator=|',
      ],
      keys.map((key) => `${key}|${value}\n`).join(''),
    );
  }

  /** Reads records of the topics that match a pattern. @param count the number of records to wait for. */
  consume(pattern: string, count: number): Consumed[] {
    return run('java', [...this.#consumer(pattern), '--max-messages', String(count), '--timeout-ms', '20000'])
      .split('\n')
      .filter(Boolean)
      .map(consumedOf);
  }

  /** Follows the topics that match a pattern, from the first record on. @returns what stops it. */
  follow(pattern: string, onRecord: (record: Consumed) => void): () => Promise<void> {
    const child = spawn('java', this.#consumer(pattern), { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    createInterface(child.stdout).on('line', (line) => onRecord(consumedOf(line)));
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  }

  /** Arguments of Apache's console consumer to start at the first record. */
  #consumer(pattern: string): string[] {
    const printed = ['key', 'headers', 'partition'].flatMap((what) => ['--formatter-property', `print.${what}=true`]);
    return [
      ...BRIEF,
      ...CLASS_PATH,
      'org.apache.kafka.tools.consumer.ConsoleConsumer',
      '--bootstrap-server',
      this.brokers[0]!,
      '--include',
      pattern,
      '--from-beginning',
      ...printed,
    ];
  }

  /** The version of the broker, from its jar. */
  static version(): string {
    return /<version>(\d+\.\d+\.\d+)<\/version>/.exec(readFileSync(pom, 'utf8').split('kafka_2.13')[1] ?? '')![1]!;
  }
}
