import type { TLSSocketOptions } from 'node:tls';

export const kafkaClients = ['kafkajs', 'platformatic'] as const;
export type KafkaClient = (typeof kafkaClients)[number];
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

/** How to connect to brokers, with any client library. */
export interface KafkaBrokers {
  readonly brokers: readonly string[];
  /** Absent: without TLS. Values are PEM. */
  readonly tls?: Pick<TLSSocketOptions, 'ca' | 'cert' | 'key'> | undefined;
  readonly sasl?:
    | { readonly mechanism: SaslMechanism; readonly username: string; readonly password: string }
    | undefined;
  /** Topics that must exist. */
  readonly topics: readonly string[];
  /** How to create missing topics. Absent: a missing topic is an error. */
  readonly createTopics?: { readonly partitions: number; readonly replicas: number } | undefined;
}

export interface KafkaMessage {
  readonly topic: string;
  /** Messages with one key keep their order. */
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Publishes to brokers, one batch at a time: callers wait for a batch before they publish the next. */
export interface KafkaPublisher {
  /**
   * Resolves once every in-sync replica has the whole batch. A failed batch may be partly written. @throws KafkaError
   */
  publish(batch: readonly KafkaMessage[]): Promise<void>;
  /** Checks that brokers answer and have every topic; creates missing ones if configured. @throws KafkaError */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Why brokers cannot be reached or refuse, in words for operators. Contains nothing of the messages. */
export class KafkaError extends Error {
  override readonly name = 'KafkaError';
}

/** Retries by the client itself: only one, since the exporter retries too and each try waits for a full timeout. */
export const CLIENT_RETRIES = 1;
export const CONNECT_TIMEOUT_MS = 5_000;
export const REQUEST_TIMEOUT_MS = 10_000;

export const missingTopics = (topics: readonly string[]): KafkaError =>
  new KafkaError(
    topics.length === 1 ? `The topic ${topics[0]} is missing` : `The topics ${topics.join(', ')} are missing`,
  );

const UNREACHABLE = 'The brokers cannot be reached';
/** Texts by the names that both clients and the operating system give to errors, most specific first. */
const texts: readonly (readonly [RegExp, string])[] = [
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
  // kafkajs reports 'Broker not connected' for an accepted connection without an answer.
  [/TIMEOUT|[Tt]imeout|timed out|Broker not connected/, 'The brokers do not answer in time'],
  [/ECONNRESET|EPIPE|PLT_KFK_NETWORK|[Cc]onnection/, UNREACHABLE],
];

/** Names, codes and messages of an error and its causes. */
function* namesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > 6) return;
  const { name, code, type, apiId, message, cause, errors, originalError } = error as Record<string, unknown>;
  yield [name, code, type, apiId, message].filter((each) => typeof each === 'string').join(' ');
  for (const inner of [cause, originalError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])])
    yield* namesOf(inner, depth + 1);
}

/** Converts an error of a client library. */
export function kafkaErrorOf(error: unknown): KafkaError {
  if (error instanceof KafkaError) return error;
  const names = [...namesOf(error)].join('\n');
  return new KafkaError(
    texts.find(([pattern]) => pattern.test(names))?.[1] ?? 'The brokers did not take what was sent',
    { cause: error },
  );
}
