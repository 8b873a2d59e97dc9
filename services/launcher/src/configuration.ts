import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { addressLimits, type AddressLimits } from '@plimsoll/api/identity/email-addresses/address-throttle';
import type { BucketAccess } from '@plimsoll/api/attachments/storage/s3-files';
import type { ScannerAddress } from '@plimsoll/api/attachments/judging/virus-scanner';
import { PASSWORD_MEMORY_KIB } from '@plimsoll/api/identity/passwords/passwords';
import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import { MAX_FILE_LIMIT_BYTES, USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { kafkaClients, saslMechanisms } from '@plimsoll/reactors/integration/kafka-publisher';
import type { KafkaSettings } from '@plimsoll/reactors/start-reactors';
import { z } from 'zod';

/** Lower values are for tests; in production the minimum is OWASP's for two passes (Password Storage Cheat Sheet). */
const MIN_PASSWORD_MEMORY_KIB = 1_024;
const SAFE_PASSWORD_MEMORY_KIB = 19_456;

/** Configuration from the environment. Keys that are absent are read from DATA_DIR. */
export interface Configuration {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Whether PUBLIC_URL was set; otherwise it is the address that the product listens on. */
  readonly isPublicUrlGiven: boolean;
  readonly dataDir: string;
  /** Connections of the serving roles, to which row-level security applies. Absent: the embedded PostgreSQL. */
  readonly database: { readonly url: string; readonly projectorUrl: string | undefined } | undefined;
  /** Only for `migrate` and `projections rebuild`. */
  readonly adminUrl: string | undefined;
  readonly poolSize: number;
  /** Maximum requests per second and process for one organization. */
  readonly organizationRequestsPerSecond: number;
  /** Limits per client address on endpoints that need no sign-in. */
  readonly addressLimits: AddressLimits;
  /** Name servers that resolve organizations' TXT records; those of the machine if empty. */
  readonly dnsServers: readonly string[];
  /** Hours until erased data are destroyed; until then an admin can restore them. */
  readonly erasureDelayHours: number;
  /** Address of clamd, which scans files before they are stored. Absent: no scan. */
  readonly virusScanner: ScannerAddress | undefined;
  /** Maximum size of an attached file, in bytes. */
  readonly fileLimitBytes: number;
  /** Bucket for files. Absent: a folder of DATA_DIR. */
  readonly filesBucket: BucketAccess | undefined;
  /** Networks that webhook endpoints may be in, in addition to public ones. */
  readonly webhookNetworks: readonly string[];
  /** Kafka brokers that events are exported to, if any. */
  readonly kafka: KafkaSettings | undefined;
  /** Ed25519 private key, PKCS#8 in PEM. */
  readonly signingKey: string | undefined;
  /** 32 bytes in base64. */
  readonly sealingKey: string | undefined;
  readonly logLevel: string;
  /** SMTP server and sender address. Absent: mails go to the local mailbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Third-party scripts that pages load: support chat and analytics. */
  readonly foreignScripts: { readonly chat: string | undefined; readonly analytics: string | undefined };
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
  /** Memory for hashing a password, in KiB. */
  readonly passwordMemoryKib: number;
  /** The payment provider. */
  readonly paymentProvider: PaymentProvider;
  /** Stripe's keys, if it is the payment provider. */
  readonly stripe:
    | { readonly secretKey: string; readonly publishableKey: string; readonly webhookSecrets: readonly string[] }
    | undefined;
}

/** All errors of the environment, one per line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);

const address = (protocols: readonly string[], example: string) =>
  z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''), `must look like ${example}`);

const addresses = z.string().transform((list, context) => {
  const given = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  for (const one of given.filter((one) => !isAddressOrNetwork(one))) {
    context.addIssue({
      code: 'custom',
      message: `${one} is no address and no network: it must look like 10.0.0.7,192.168.0.0/16,fd00::/8`,
    });
  }
  return given;
});

const nameServers = z.string().transform((list, context) => {
  const given = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  for (const one of given.filter((one) => !isNameServer(one)))
    context.addIssue({
      code: 'custom',
      message: `${one} is no name server: it must look like 203.0.113.5,203.0.113.6:5353,[2001:db8::5]:53`,
    });
  return given;
});

/** Reads the file with this name. */
const fileText = z.string().transform((file, context) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`,
    });
    return z.NEVER;
  }
});

const MB = 1_048_576;
const CLAMD_PORT = 3_310;
/** A host name or an address (IPv6 in brackets), with an optional port; clamd's default otherwise. */
const scanner = z.string().transform((text, context): ScannerAddress => {
  const [, host, port = String(CLAMD_PORT)] = /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) > 0 && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  context.addIssue({ code: 'custom', message: 'must look like clamd.example.com or 10.0.0.7:3310' });
  return z.NEVER;
});

const BUCKET_EXAMPLE = 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1';
/** Name, endpoint and region of a bucket. Its keys are separate variables, since addresses are printed. */
const bucketUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const errors: string[] = [];
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    errors.push(`must look like ${BUCKET_EXAMPLE}`);
  else {
    const unknown = [...new Set(url.searchParams.keys())].filter((name) => name !== 'endpoint' && name !== 'region');
    if (url.username || url.password)
      errors.push('must not hold keys: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have them');
    if (url.pathname.length > 1) errors.push('must end with the name of the bucket, without a folder in it');
    if (unknown.length > 0) errors.push(`takes endpoint and region, and not ${unknown.join(', ')}`);
    if (
      url.searchParams.has('endpoint') &&
      !/^https?:$/.test(URL.parse(url.searchParams.get('endpoint')!)?.protocol ?? '')
    )
      errors.push('has an endpoint that must look like https://s3.example.com');
    if (!url.searchParams.has('endpoint') && !url.searchParams.get('region'))
      errors.push('needs a region where it has no endpoint: region=eu-central-1');
  }
  for (const message of errors) context.addIssue({ code: 'custom', message });
  return errors.length > 0
    ? z.NEVER
    : {
        bucket: url!.host,
        endpoint: url!.searchParams.get('endpoint') ?? undefined,
        region: url!.searchParams.get('region') || 'us-east-1',
      };
});

const postgres = address(['postgres', 'postgresql'], 'postgresql://user:password@host:5432/database');

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a name or an address')
    .default('127.0.0.1'),
  PUBLIC_URL: address(['http', 'https'], 'https://safety.example.com')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_PROJECTOR_URL: postgres.optional(),
  DATABASE_ADMIN_URL: postgres.optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(20),
  ORGANIZATION_REQUESTS_PER_SECOND: wholeNumber(1, 100_000).default(500),
  ADDRESS_SIGN_UPS_PER_HOUR: wholeNumber(1, 1_000_000).default(addressLimits.signUpsAnHour),
  ADDRESS_MAILS_PER_HOUR: wholeNumber(1, 1_000_000).default(addressLimits.mailsAndTokensAnHour),
  ADDRESS_AUTH_METHODS_PER_MINUTE: wholeNumber(1, 1_000_000).default(addressLimits.authMethodsAMinute),
  ADDRESS_FOUNDINGS_PER_HOUR: wholeNumber(1, 1_000_000).default(addressLimits.foundingsAnHour),
  ACCOUNT_FOUNDINGS_PER_HOUR: wholeNumber(1, 1_000_000).default(addressLimits.accountFoundingsAnHour),
  DNS_SERVERS: nameServers.default([]),
  ERASURE_DELAY_HOURS: wholeNumber(0, 8_760).optional(),
  FILES_URL: bucketUrl.optional(),
  CLAMD_HOST: scanner.optional(),
  FILE_LIMIT_MB: wholeNumber(1, MAX_FILE_LIMIT_BYTES / MB).default(USUAL_FILE_LIMIT_BYTES / MB),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SIGNING_KEY: z.string().transform(asSigningKey).optional(),
  SEALING_KEY: z
    .string()
    .refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)')
    .optional(),
  EVENT_STORE: z
    .enum(['postgres', 'kurrentdb'], 'must be postgres')
    .refine((store) => store !== 'kurrentdb', 'kurrentdb is not part of this version; leave it out or say postgres')
    .default('postgres'),
  KURRENTDB_URL: address(
    ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'],
    'kurrentdb://host:2113',
  ).optional(),
  KAFKA_BROKERS: z
    .string()
    .regex(/^[\w.-]+:\d+(,[\w.-]+:\d+)*$/, 'must look like host:9092,host:9092')
    .optional(),
  KAFKA_CLIENT: z.enum(kafkaClients, `must be one of ${kafkaClients.join(', ')}`).default('kafkajs'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, hyphens and underscores, 100 at most')
    .default(''),
  KAFKA_CREATE_TOPICS: z
    .string()
    .regex(/^[1-9]\d{0,3}:[1-9]\d?$/, 'must be partitions and replicas: 6:3')
    .transform((text) => {
      const [partitions, replicas] = text.split(':').map(Number) as [number, number];
      return { partitions, replicas };
    })
    .optional(),
  KAFKA_TLS: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
  KAFKA_CA_FILE: fileText.optional(),
  KAFKA_CERT_FILE: fileText.optional(),
  KAFKA_KEY_FILE: fileText.optional(),
  KAFKA_SASL: z.enum(saslMechanisms, `must be one of ${saslMechanisms.join(', ')}`).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_MAX_BYTES: wholeNumber(10_000, 10_000_000).default(900_000),
  SMTP_URL: address(['smtp', 'smtps'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\p{Cc}]+<[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/u,
      'must look like Plimsoll <safety@example.com>',
    )
    .optional(),
  CHAT_SCRIPT_URL: address(['https'], 'https://chat.example.com/widget.js').optional(),
  ANALYTICS_SCRIPT_URL: address(['https'], 'https://count.example.com/count.js').optional(),
  PAYMENT_PROVIDER: z.enum(['none', 'sandbox', 'stripe'], 'must be none, sandbox or stripe').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must look like sk_live_… or rk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must look like pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]+(\s*,\s*whsec_[\w+/=]+)?$/, 'must look like whsec_…; two by a comma while it is rotated')
    .transform((list) => list.split(',').map((one) => one.trim()))
    .optional(),
  TRUST_PROXY: addresses.default([]),
  PASSWORD_MEMORY_KIB: wholeNumber(MIN_PASSWORD_MEMORY_KIB, 1_048_576).default(PASSWORD_MEMORY_KIB),
  WEBHOOK_ALLOWED_NETWORKS: addresses.default([]),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
});

/**
 * Reads the environment. Empty variables count as absent.
 * @param serves whether it is for the product itself, which sends mails, rather than for a maintenance command.
 * @throws ConfigurationError with all errors, by the name of the variable; values are not repeated, since some are
 * secret.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  { serves = false } = {},
): Configuration {
  const given = Object.fromEntries(
    Object.keys(variables.shape).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const read = variables.safeParse(given);
  const errors = read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given['DATABASE_PROJECTOR_URL'] && !given['DATABASE_URL'])
    errors.push('DATABASE_PROJECTOR_URL needs a DATABASE_URL beside it');
  if (given['SMTP_URL'] && !given['MAIL_FROM'])
    errors.push('MAIL_FROM is required with an SMTP_URL: the address that mails are from');
  errors.push(...bucketErrors(given), ...kafkaErrors(given), ...stripeErrors(given));
  if (given['NODE_ENV'] === 'production') {
    if (read.success && read.data.PASSWORD_MEMORY_KIB < SAFE_PASSWORD_MEMORY_KIB)
      errors.push(
        `PASSWORD_MEMORY_KIB must be ${SAFE_PASSWORD_MEMORY_KIB} at least with NODE_ENV=production: whoever steals the hashes would guess quickly`,
      );
    if (given['PAYMENT_PROVIDER'] === 'sandbox')
      errors.push('PAYMENT_PROVIDER sandbox moves no money: with NODE_ENV=production say stripe or none');
    if (serves && !given['SMTP_URL'])
      errors.push('SMTP_URL is required with NODE_ENV=production: nobody would get the mails');
    for (const [key, database] of [
      ['SIGNING_KEY', 'DATABASE_URL'],
      ['SEALING_KEY', given['DATABASE_URL'] ? 'DATABASE_URL' : 'DATABASE_ADMIN_URL'],
    ] as const) {
      if (given[database] && !given[key]) errors.push(`${key} is required with NODE_ENV=production and a ${database}`);
    }
  }
  if (!read.success || errors.length > 0) throw new ConfigurationError(errors);
  const found = read.data;
  return {
    production: found.NODE_ENV === 'production',
    host: found.HOST,
    port: found.PORT,
    publicUrl: found.PUBLIC_URL ?? `http://localhost:${found.PORT}`,
    isPublicUrlGiven: found.PUBLIC_URL !== undefined,
    dataDir: resolve(found.DATA_DIR),
    database: found.DATABASE_URL ? { url: found.DATABASE_URL, projectorUrl: found.DATABASE_PROJECTOR_URL } : undefined,
    adminUrl: found.DATABASE_ADMIN_URL,
    poolSize: found.DATABASE_POOL,
    organizationRequestsPerSecond: found.ORGANIZATION_REQUESTS_PER_SECOND,
    addressLimits: {
      signUpsAnHour: found.ADDRESS_SIGN_UPS_PER_HOUR,
      mailsAndTokensAnHour: found.ADDRESS_MAILS_PER_HOUR,
      authMethodsAMinute: found.ADDRESS_AUTH_METHODS_PER_MINUTE,
      foundingsAnHour: found.ADDRESS_FOUNDINGS_PER_HOUR,
      accountFoundingsAnHour: found.ACCOUNT_FOUNDINGS_PER_HOUR,
    },
    dnsServers: found.DNS_SERVERS,
    erasureDelayHours: found.ERASURE_DELAY_HOURS ?? (found.NODE_ENV === 'production' ? 72 : 0),
    virusScanner: found.CLAMD_HOST,
    fileLimitBytes: found.FILE_LIMIT_MB * MB,
    filesBucket: found.FILES_URL && {
      ...found.FILES_URL,
      accessKeyId: found.S3_ACCESS_KEY_ID!,
      secretAccessKey: found.S3_SECRET_ACCESS_KEY!,
    },
    webhookNetworks: found.WEBHOOK_ALLOWED_NETWORKS,
    kafka: kafkaOf(found),
    signingKey: found.SIGNING_KEY,
    sealingKey: found.SEALING_KEY,
    logLevel: found.LOG_LEVEL ?? (found.NODE_ENV === 'production' ? 'info' : 'warn'),
    smtp: found.SMTP_URL && found.MAIL_FROM ? { url: found.SMTP_URL, from: found.MAIL_FROM } : undefined,
    foreignScripts: { chat: found.CHAT_SCRIPT_URL, analytics: found.ANALYTICS_SCRIPT_URL },
    trustProxy: found.TRUST_PROXY,
    passwordMemoryKib: found.PASSWORD_MEMORY_KIB,
    paymentProvider: providers[found.PAYMENT_PROVIDER ?? (found.NODE_ENV === 'production' ? 'none' : 'sandbox')],
    stripe: stripeOf(found),
  };
}

const providers = { none: 'NONE', sandbox: 'SANDBOX', stripe: 'STRIPE' } as const satisfies Record<
  string,
  PaymentProvider
>;

const stripeVariables = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** Errors in the combination of Stripe's variables. */
function stripeErrors(given: Readonly<Record<string, string | undefined>>): string[] {
  if (given['PAYMENT_PROVIDER'] !== 'stripe') {
    const present = stripeVariables.filter((name) => given[name]);
    return present.length > 0 ? [`${present.join(', ')}: needs PAYMENT_PROVIDER=stripe beside it`] : [];
  }
  const errors = stripeVariables
    .filter((name) => !given[name])
    .map((name) => `${name} is required with PAYMENT_PROVIDER=stripe`);
  const [mode, other] = [given['STRIPE_SECRET_KEY'], given['STRIPE_PUBLISHABLE_KEY']].map((key) => key?.split('_')[1]);
  if (mode && other && mode !== other)
    errors.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not both for tests, or both live');
  return errors;
}

function stripeOf(found: z.output<typeof variables>): Configuration['stripe'] {
  const {
    PAYMENT_PROVIDER: provider,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets,
  } = found;
  return provider === 'stripe' && secretKey && publishableKey && webhookSecrets
    ? { secretKey, publishableKey, webhookSecrets }
    : undefined;
}

/** A bucket needs both keys, and keys need a bucket. */
function bucketErrors(given: Readonly<Record<string, string | undefined>>): string[] {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const [present, missing] = [keys.filter((name) => given[name]), keys.filter((name) => !given[name])];
  if (given['FILES_URL']) return missing.map((name) => `${name} is required with a FILES_URL`);
  return present.length > 0 ? [`${present.join(', ')}: needs FILES_URL beside it`] : [];
}

/** Errors in the combination of Kafka's variables. */
function kafkaErrors(given: Readonly<Record<string, string | undefined>>): string[] {
  const present = Object.keys(given).filter((name) => name.startsWith('KAFKA_') && given[name]);
  if (present.length > 0 && !given['KAFKA_BROKERS']) return [`${present.join(', ')}: needs KAFKA_BROKERS beside it`];
  const errors: string[] = [];
  const files = ['KAFKA_CA_FILE', 'KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'].filter((name) => given[name]);
  if (files.length > 0 && given['KAFKA_TLS'] !== 'true') errors.push(`${files.join(', ')}: needs KAFKA_TLS=true`);
  if (Boolean(given['KAFKA_CERT_FILE']) !== Boolean(given['KAFKA_KEY_FILE']))
    errors.push('KAFKA_CERT_FILE and KAFKA_KEY_FILE go together');
  const signIn = ['KAFKA_SASL', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'];
  if (new Set(signIn.map((name) => Boolean(given[name]))).size > 1) errors.push(`${signIn.join(', ')} go together`);
  return errors;
}

function kafkaOf(found: z.output<typeof variables>): KafkaSettings | undefined {
  if (!found.KAFKA_BROKERS) return undefined;
  const {
    KAFKA_CA_FILE: ca,
    KAFKA_CERT_FILE: cert,
    KAFKA_KEY_FILE: key,
    KAFKA_SASL: mechanism,
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
  } = found;
  return {
    brokers: found.KAFKA_BROKERS.split(','),
    client: found.KAFKA_CLIENT,
    topicPrefix: found.KAFKA_TOPIC_PREFIX,
    maxBytes: found.KAFKA_MAX_BYTES,
    createTopics: found.KAFKA_CREATE_TOPICS,
    tls: found.KAFKA_TLS ? { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } : undefined,
    sasl: mechanism && username && password ? { mechanism, username, password } : undefined,
  };
}

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return bits > 0 && Number(prefix ?? bits) <= bits;
}

/** An IP address with an optional port; IPv6 with a port is in brackets. */
function isNameServer(text: string): boolean {
  if (isIP(text)) return true;
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isIP(host) === (text.startsWith('[') ? 6 : 4) && Number(port) > 0 && Number(port) <= 65_535;
}

/** PEM, or its base64 on one line, since environment files do not support line breaks. */
function asSigningKey(text: string, context: z.RefinementCtx): string {
  try {
    const key = text.includes('-----BEGIN')
      ? createPrivateKey(text.replaceAll('\\n', '\n'))
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key.export({ format: 'pem', type: 'pkcs8' }).toString();
  } catch {
    // Not a key at all: the same error.
  }
  context.addIssue({
    code: 'custom',
    message: 'must be an Ed25519 private key, as PEM or as PKCS#8 in base64 (openssl genpkey -algorithm ed25519)',
  });
  return z.NEVER;
}
