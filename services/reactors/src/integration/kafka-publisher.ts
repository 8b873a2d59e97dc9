import type { TLSSocketOptions } from 'node:tls';

export const kafkaClients = ['kafkajs', 'platformatic'] as const;
export type KafkaClient = (typeof kafkaClients)[number];
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

/** How brokers are reached, whichever client does it. */
export interface KafkaBrokers {
  readonly brokers: readonly string[];
  /** Absent: without TLS. What is given of it is PEM. */
  readonly tls?: Pick<TLSSocketOptions, 'ca' | 'cert' | 'key'> | undefined;
  readonly sasl?:
    | { readonly mechanism: SaslMechanism; readonly username: string; readonly password: string }
    | undefined;
  /** Topics that must be there. */
  readonly topics: readonly string[];
  /** How missing topics are made; absent: a missing one is a fault. */
  readonly createTopics?: { readonly partitions: number; readonly replicas: number } | undefined;
}

export interface KafkaMessage {
  readonly topic: string;
  /** What is of one key keeps its order. */
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Publishes to brokers. One batch is under way at a time; whoever hands over the next one waits until this one is done. */
export interface KafkaPublisher {
  /** Done once every in-sync replica has all of it. What failed may have arrived in part. @throws KafkaFault */
  publish(batch: readonly KafkaMessage[]): Promise<void>;
  /** Whether brokers answer and have every topic; makes those that are missing where that was asked for. @throws KafkaFault */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What brokers or the way to them hold up, in words for whoever runs the installation: nothing of what was sent. */
export class KafkaFault extends Error {
  override readonly name = 'KafkaFault';
}

/** How often a client tries again by itself: once, since whoever publishes does so too, and a silent broker is waited for as long each time. */
export const TRIES_AGAIN = 1;
export const CONNECT_WITHIN_MS = 5_000;
export const ANSWER_WITHIN_MS = 10_000;

export const missingTopics = (topics: readonly string[]): KafkaFault =>
  new KafkaFault(
    topics.length === 1 ? `The topic ${topics[0]} is missing` : `The topics ${topics.join(', ')} are missing`,
  );

const UNREACHABLE = 'The brokers cannot be reached';
/** By what both clients and the system below them call a fault, the most telling first. */
const wordsOf: readonly (readonly [RegExp, string])[] = [
  [/UNKNOWN_TOPIC_OR_PARTITION|Unknown topic/, 'A topic is missing'],
  [/(TOPIC|CLUSTER)_AUTHORIZATION_FAILED/, 'The brokers do not let this user write or look at the topics'],
  [/MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE/, 'A message is larger than the brokers take'],
  [/INVALID_REPLICATION_FACTOR/, 'There are not as many brokers as replicas were asked for'],
  [/NOT_ENOUGH_REPLICAS/, 'The brokers have too few replicas in sync'],
  [
    /SASL_AUTHENTICATION_FAILED|UNSUPPORTED_SASL_MECHANISM|ILLEGAL_SASL_STATE|SASLAuthentication|PLT_KFK_AUTHENTICATION|[Aa]uthentication/,
    'The brokers do not take the user name and password',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|certificate/,
    'The connection by TLS cannot be made: the certificate or the port is another',
  ],
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/, UNREACHABLE],
  // kafkajs says the latter of a connection that was taken and on which nothing was answered since.
  [/TIMEOUT|[Tt]imeout|timed out|Broker not connected/, 'The brokers do not answer in time'],
  [/ECONNRESET|EPIPE|PLT_KFK_NETWORK|[Cc]onnection/, UNREACHABLE],
];

/** Everything that a fault and those beneath it are called. */
function* namesOf(fault: unknown, depth = 0): Generator<string> {
  if (typeof fault !== 'object' || fault === null || depth > 6) return;
  const { name, code, type, apiId, message, cause, errors, originalError } = fault as Record<string, unknown>;
  yield [name, code, type, apiId, message].filter((each) => typeof each === 'string').join(' ');
  for (const beneath of [cause, originalError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])])
    yield* namesOf(beneath, depth + 1);
}

/** What a client threw, in our words. */
export function kafkaFaultOf(fault: unknown): KafkaFault {
  if (fault instanceof KafkaFault) return fault;
  const names = [...namesOf(fault)].join('\n');
  return new KafkaFault(
    wordsOf.find(([pattern]) => pattern.test(names))?.[1] ?? 'The brokers did not take what was sent',
    { cause: fault },
  );
}
