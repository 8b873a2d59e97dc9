import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, readConfiguration } from './configuration.ts';

const signingKey = generateKeyPairSync('ed25519').privateKey;
const pem = signingKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const keys = { SIGNING_KEY: pem, SEALING_KEY: randomBytes(32).toString('base64') };

function errorsOf(environment: Record<string, string>, options?: { serves: boolean }): readonly string[] {
  try {
    readConfiguration(environment, options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  test('nothing has to be set: the embedded PostgreSQL on this machine alone', () => {
    const found = readConfiguration({});
    expect(found).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      database: undefined,
      logLevel: 'warn',
    });
    expect(isAbsolute(found.dataDir)).toBe(true);
  });

  test('an empty variable counts as absent', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, database: undefined });
  });

  test('all errors are reported at once, each with its variable, and without values that may be secret', () => {
    const errors = errorsOf({
      PORT: '70000',
      NODE_ENV: 'prod',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SEALING_KEY: 'hunter2',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'mail',
    });
    expect(errors.map((error) => error.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'NODE_ENV',
      'PORT',
      'SEALING_KEY',
      'SMTP_URL',
    ]);
    expect(errors.join()).not.toContain('hunter2');
  });

  test('scripts of others come by https, and are none unless they are named', () => {
    expect(readConfiguration({}).foreignScripts).toEqual({ chat: undefined, analytics: undefined });
    const scripts = {
      CHAT_SCRIPT_URL: 'https://chat.example.com/widget.js',
      ANALYTICS_SCRIPT_URL: 'https://count.example.com/count.js',
    };
    expect(readConfiguration(scripts).foreignScripts).toEqual({
      chat: scripts.CHAT_SCRIPT_URL,
      analytics: scripts.ANALYTICS_SCRIPT_URL,
    });
    expect(
      errorsOf({ CHAT_SCRIPT_URL: 'http://chat.example.com/widget.js', ANALYTICS_SCRIPT_URL: 'javascript:alert(1)' }),
    ).toEqual([
      'CHAT_SCRIPT_URL must look like https://chat.example.com/widget.js',
      'ANALYTICS_SCRIPT_URL must look like https://count.example.com/count.js',
    ]);
  });

  test.each(['-1', '3000.5', '3e3', 'http', '65536'])('PORT %s is refused', (port) => {
    expect(errorsOf({ PORT: port })).toEqual(['PORT must be a whole number from 0 to 65535']);
  });

  test('name servers are addresses, with a port or without; the machine’s own are asked unless it is said', () => {
    expect(readConfiguration({}).dnsServers).toEqual([]);
    expect(readConfiguration({ WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, fd00::1' }).webhookNetworks).toEqual([
      '10.1.0.0/16',
      'fd00::1',
    ]);
    expect(
      readConfiguration({ DNS_SERVERS: '203.0.113.5, 203.0.113.6:5353,[2001:db8::5]:53,2001:db8::6' }).dnsServers,
    ).toEqual(['203.0.113.5', '203.0.113.6:5353', '[2001:db8::5]:53', '2001:db8::6']);
    for (const one of ['dns.example.com', '203.0.113.5:0', '203.0.113.5:99999', '203.0.113:53', '[203.0.113.5]:53'])
      expect(errorsOf({ DNS_SERVERS: one })).toEqual([expect.stringMatching(/^DNS_SERVERS .* is no name server/)]);
  });

  test('Kafka is its brokers, and what is said of it goes together', () => {
    expect(readConfiguration({}).kafka).toBeUndefined();
    expect(readConfiguration({ KAFKA_BROKERS: 'one:9092,two:9092' }).kafka).toEqual({
      brokers: ['one:9092', 'two:9092'],
      client: 'kafkajs',
      topicPrefix: '',
      maxBytes: 900_000,
      createTopics: undefined,
      tls: undefined,
      sasl: undefined,
    });
    const ca = fileURLToPath(import.meta.url);
    expect(
      readConfiguration({
        KAFKA_BROKERS: 'one:9093',
        KAFKA_CLIENT: 'platformatic',
        KAFKA_TOPIC_PREFIX: 'acme.',
        KAFKA_CREATE_TOPICS: '6:3',
        KAFKA_TLS: 'true',
        KAFKA_CA_FILE: ca,
        KAFKA_SASL: 'scram-sha-512',
        KAFKA_USERNAME: 'plimsoll',
        KAFKA_PASSWORD: 'x y',
        KAFKA_MAX_BYTES: '50000',
      }).kafka,
    ).toEqual({
      brokers: ['one:9093'],
      client: 'platformatic',
      topicPrefix: 'acme.',
      maxBytes: 50_000,
      createTopics: { partitions: 6, replicas: 3 },
      tls: { ca: readFileSync(ca, 'utf8') },
      sasl: { mechanism: 'scram-sha-512', username: 'plimsoll', password: 'x y' },
    });
    const brokers = { KAFKA_BROKERS: 'one:9092' };
    expect(errorsOf({ KAFKA_TLS: 'true', KAFKA_SASL: 'plain' })).toEqual([
      'KAFKA_TLS, KAFKA_SASL: needs KAFKA_BROKERS beside it',
    ]);
    expect(errorsOf({ ...brokers, KAFKA_CERT_FILE: ca, KAFKA_SASL: 'plain' })).toEqual([
      'KAFKA_CERT_FILE: needs KAFKA_TLS=true',
      'KAFKA_CERT_FILE and KAFKA_KEY_FILE go together',
      'KAFKA_SASL, KAFKA_USERNAME, KAFKA_PASSWORD go together',
    ]);
    expect(
      errorsOf({
        ...brokers,
        KAFKA_CLIENT: 'java',
        KAFKA_CREATE_TOPICS: '3',
        KAFKA_TLS: 'true',
        KAFKA_CA_FILE: '/nowhere/ca.pem',
        KAFKA_TOPIC_PREFIX: 'a b',
      }),
    ).toEqual([
      'KAFKA_CLIENT must be one of kafkajs, platformatic',
      expect.stringMatching(/^KAFKA_TOPIC_PREFIX must be/),
      'KAFKA_CREATE_TOPICS must be partitions and replicas: 6:3',
      'KAFKA_CA_FILE cannot be read: ENOENT',
    ]);
  });

  test('what is erased is destroyed after 72 hours in production, elsewhere at once, and otherwise where it is said', () => {
    const production = {
      NODE_ENV: 'production',
      ...keys,
      SMTP_URL: 'smtp://mail.example.com:587',
      MAIL_FROM: 'safety@example.com',
    };
    expect(
      [{}, production, { ...production, ERASURE_DELAY_HOURS: '0' }, { ERASURE_DELAY_HOURS: '24' }].map(
        (environment) => readConfiguration(environment).erasureDelayHours,
      ),
    ).toEqual([0, 72, 0, 24]);
    for (const wrong of ['-1', '1.5', 'never', '8761'])
      expect(errorsOf({ ERASURE_DELAY_HOURS: wrong })).toEqual([
        'ERASURE_DELAY_HOURS must be a whole number from 0 to 8760',
      ]);
  });

  test('files are stored on this machine, or in a bucket whose keys are separate variables', () => {
    expect(readConfiguration({}).filesBucket).toBeUndefined();
    const keysOf = { S3_ACCESS_KEY_ID: 'who', S3_SECRET_ACCESS_KEY: 'hunter2' };
    expect(
      readConfiguration({ FILES_URL: 's3://evidence?endpoint=http://127.0.0.1:9000&region=eu-north-1', ...keysOf })
        .filesBucket,
    ).toEqual({
      bucket: 'evidence',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-north-1',
      accessKeyId: 'who',
      secretAccessKey: 'hunter2',
    });
    expect(readConfiguration({ FILES_URL: 's3://evidence?region=eu-north-1', ...keysOf }).filesBucket).toMatchObject({
      endpoint: undefined,
      region: 'eu-north-1',
    });
    expect(
      readConfiguration({ FILES_URL: 's3://evidence?endpoint=https://s3.example.com', ...keysOf }).filesBucket,
    ).toMatchObject({ region: 'us-east-1' });
    expect(errorsOf({ FILES_URL: 's3://evidence?region=x' })).toEqual([
      'S3_ACCESS_KEY_ID is required with a FILES_URL',
      'S3_SECRET_ACCESS_KEY is required with a FILES_URL',
    ]);
    expect(errorsOf(keysOf)).toEqual(['S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needs FILES_URL beside it']);
    const wrong = (url: string) => errorsOf({ FILES_URL: url, ...keysOf });
    for (const url of [
      'evidence',
      'https://evidence.s3.amazonaws.com',
      's3://',
      's3://Evidence?region=x',
      's3://a?region=x',
      's3:evidence',
    ])
      expect(wrong(url)).toEqual([
        'FILES_URL must look like s3://bucket?endpoint=https://s3.example.com&region=eu-central-1',
      ]);
    expect(wrong('s3://who:hunter2@evidence/folder?endpoint=9000&tls=true')).toEqual([
      'FILES_URL must not hold keys: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have them',
      'FILES_URL must end with the name of the bucket, without a folder in it',
      'FILES_URL takes endpoint and region, and not tls',
      'FILES_URL has an endpoint that must look like https://s3.example.com',
    ]);
    expect(wrong('s3://evidence')).toEqual(['FILES_URL needs a region where it has no endpoint: region=eu-central-1']);
  });

  test('clamd is a name or an address, at its own port unless it is said', () => {
    expect(readConfiguration({}).virusScanner).toBeUndefined();
    expect(
      ['clamd', '10.0.0.7:3311', '[fd00::7]'].map((text) => readConfiguration({ CLAMD_HOST: text }).virusScanner),
    ).toEqual([
      { host: 'clamd', port: 3310 },
      { host: '10.0.0.7', port: 3311 },
      { host: 'fd00::7', port: 3310 },
    ]);
    for (const wrong of ['tcp://clamd', 'clamd:0', 'clamd:99999', 'a b', 'fd00::7'])
      expect(errorsOf({ CLAMD_HOST: wrong })).toEqual(['CLAMD_HOST must look like clamd.example.com or 10.0.0.7:3310']);
  });

  test('an attached file may have 25 MB, or what is set', () => {
    expect([readConfiguration({}).fileLimitBytes, readConfiguration({ FILE_LIMIT_MB: '100' }).fileLimitBytes]).toEqual([
      26_214_400, 104_857_600,
    ]);
    for (const wrong of ['0', '101', '2.5', 'much']) expect(errorsOf({ FILE_LIMIT_MB: wrong })).toHaveLength(1);
  });

  test('Stripe takes payments by three keys of one mode, and two secrets of webhooks while one takes the place of the other', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_one',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_one',
      STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
    };
    const { paymentProvider, stripe } = readConfiguration({ PAYMENT_PROVIDER: 'stripe', ...keys });
    expect([paymentProvider, stripe]).toEqual([
      'STRIPE',
      { secretKey: 'sk_test_one', publishableKey: 'pk_test_one', webhookSecrets: ['whsec_old', 'whsec_new'] },
    ]);
    expect(errorsOf({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual([
      'STRIPE_PUBLISHABLE_KEY is required with PAYMENT_PROVIDER=stripe',
      'STRIPE_WEBHOOK_SECRET is required with PAYMENT_PROVIDER=stripe',
    ]);
    expect(errorsOf({ PAYMENT_PROVIDER: 'stripe', ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_one' })).toEqual([
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not both for tests, or both live',
    ]);
    expect(errorsOf({ PAYMENT_PROVIDER: 'stripe', ...keys, STRIPE_WEBHOOK_SECRET: 'secret' })).toEqual([
      'STRIPE_WEBHOOK_SECRET must look like whsec_…; two by a comma while it is rotated',
    ]);
    expect(errorsOf(keys)).toEqual([
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: needs PAYMENT_PROVIDER=stripe beside it',
    ]);
  });

  test('payments are the sandbox’s, and nobody’s in production, unless it is said', () => {
    expect(readConfiguration({}).paymentProvider).toBe('SANDBOX');
    expect(readConfiguration({ PAYMENT_PROVIDER: 'none' }).paymentProvider).toBe('NONE');
    expect(readConfiguration({ NODE_ENV: 'production' }).paymentProvider).toBe('NONE');
    expect(errorsOf({ NODE_ENV: 'production', PAYMENT_PROVIDER: 'sandbox' })).toContain(
      'PAYMENT_PROVIDER sandbox moves no money: with NODE_ENV=production say stripe or none',
    );
    expect(errorsOf({ PAYMENT_PROVIDER: 'paypal' })).toEqual(['PAYMENT_PROVIDER must be none, sandbox or stripe']);
  });

  test('what one organization may ask in a second is 500 unless it is said', () => {
    expect(readConfiguration({}).organizationRequestsPerSecond).toBe(500);
    expect(readConfiguration({ ORGANIZATION_REQUESTS_PER_SECOND: '50' }).organizationRequestsPerSecond).toBe(50);
    for (const wrong of ['0', '-1', '2.5', 'many', '100001']) {
      expect(errorsOf({ ORGANIZATION_REQUESTS_PER_SECOND: wrong })).toEqual([
        'ORGANIZATION_REQUESTS_PER_SECOND must be a whole number from 1 to 100000',
      ]);
    }
  });

  test('what one address may ask of what is open to everybody is as usual unless it is said', () => {
    expect(readConfiguration({}).addressLimits).toEqual({
      signUpsAnHour: 200,
      mailsAndTokensAnHour: 1_000,
      authMethodsAMinute: 600,
      foundingsAnHour: 50,
      accountFoundingsAnHour: 10,
    });
    const given = {
      ADDRESS_SIGN_UPS_PER_HOUR: '20',
      ADDRESS_MAILS_PER_HOUR: '10',
      ADDRESS_AUTH_METHODS_PER_MINUTE: '60',
      ADDRESS_FOUNDINGS_PER_HOUR: '5',
      ACCOUNT_FOUNDINGS_PER_HOUR: '2',
    };
    expect(readConfiguration(given).addressLimits).toEqual({
      signUpsAnHour: 20,
      mailsAndTokensAnHour: 10,
      authMethodsAMinute: 60,
      foundingsAnHour: 5,
      accountFoundingsAnHour: 2,
    });
    expect(errorsOf({ ADDRESS_SIGN_UPS_PER_HOUR: '0' })).toEqual([
      'ADDRESS_SIGN_UPS_PER_HOUR must be a whole number from 1 to 1000000',
    ]);
  });

  test("who serves, who keeps the read models and who migrates have addresses of their own; the last one is nobody else's", () => {
    const [url, projectorUrl, adminUrl] = [
      'postgresql://plimsoll_app@db.example/plimsoll',
      'postgresql://plimsoll_projector:x@db.example/plimsoll',
      'postgres://admin:secret@db.example/plimsoll',
    ];
    expect(readConfiguration({ DATABASE_URL: url })).toMatchObject({
      database: { url, projectorUrl: undefined },
      adminUrl: undefined,
    });
    expect(readConfiguration({ DATABASE_URL: url, DATABASE_PROJECTOR_URL: projectorUrl })).toMatchObject({
      database: { url, projectorUrl },
    });
    expect(readConfiguration({ DATABASE_ADMIN_URL: adminUrl })).toMatchObject({ database: undefined, adminUrl });
    expect(errorsOf({ DATABASE_PROJECTOR_URL: projectorUrl })).toEqual([
      'DATABASE_PROJECTOR_URL needs a DATABASE_URL beside it',
    ]);
  });

  test('nobody is trusted to say for whom they ask but the proxies that are named', () => {
    expect(readConfiguration({}).trustProxy).toEqual([]);
    expect(readConfiguration({ TRUST_PROXY: '10.0.0.7, 192.168.0.0/16,fd00::/8 , ::1' }).trustProxy).toEqual([
      '10.0.0.7',
      '192.168.0.0/16',
      'fd00::/8',
      '::1',
    ]);
    expect(errorsOf({ TRUST_PROXY: '10.0.0.7,loopback' })).toEqual([
      'TRUST_PROXY loopback is no address and no network: it must look like 10.0.0.7,192.168.0.0/16,fd00::/8',
    ]);
  });

  test.each(['true', '10.0.0.256', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', '/8'])(
    'TRUST_PROXY %s is refused',
    (list) => {
      expect(errorsOf({ TRUST_PROXY: list })).toHaveLength(1);
    },
  );

  test('hashing a password takes 46 MiB unless it is said otherwise, and in production never little', () => {
    expect(readConfiguration({}).passwordMemoryKib).toBe(47_104);
    expect(readConfiguration({ PASSWORD_MEMORY_KIB: '1024' }).passwordMemoryKib).toBe(1_024);
    expect(errorsOf({ PASSWORD_MEMORY_KIB: '1023' })).toEqual([
      'PASSWORD_MEMORY_KIB must be a whole number from 1024 to 1048576',
    ]);
    const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'safety@example.com' };
    expect(errorsOf({ ...production, PASSWORD_MEMORY_KIB: '19455' })).toEqual([
      'PASSWORD_MEMORY_KIB must be 19456 at least with NODE_ENV=production: whoever steals the hashes would guess quickly',
    ]);
    expect(readConfiguration({ ...production, PASSWORD_MEMORY_KIB: '19456' }).passwordMemoryKib).toBe(19_456);
  });

  test('in production a database of its own needs keys of its own', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://a:b@db/plimsoll' };
    expect(errorsOf(production)).toHaveLength(2);
    expect(readConfiguration({ ...production, ...keys })).toMatchObject({
      production: true,
      signingKey: pem,
      sealingKey: keys.SEALING_KEY,
    });
    expect(errorsOf({ NODE_ENV: 'production' })).toEqual([]);
    expect(errorsOf({ NODE_ENV: 'production', DATABASE_ADMIN_URL: 'postgresql://a:b@db/plimsoll' })).toEqual([
      'SEALING_KEY is required with NODE_ENV=production and a DATABASE_ADMIN_URL',
    ]);
  });

  const smtp = { SMTP_URL: 'smtps://user:hunter2@mail.example.com', MAIL_FROM: 'Plimsoll <safety@example.com>' };

  test('mails go to the server that is named, from an address that is named too, else into the mailbox', () => {
    expect(readConfiguration({}).smtp).toBeUndefined();
    expect(readConfiguration(smtp).smtp).toEqual({ url: smtp.SMTP_URL, from: smtp.MAIL_FROM });
    expect(readConfiguration({ ...smtp, MAIL_FROM: 'safety@example.com' }).smtp).toMatchObject({
      from: 'safety@example.com',
    });
    expect(errorsOf({ SMTP_URL: smtp.SMTP_URL })).toEqual([
      'MAIL_FROM is required with an SMTP_URL: the address that mails are from',
    ]);
  });

  test.each([
    'Plimsoll',
    'safety@',
    'a@b, c@d',
    'Plimsoll <safety@example.com>\r\nBcc: everybody@example.com',
    'Plim\r\nBcc: x <safety@example.com>',
  ])('MAIL_FROM %j is refused', (from) => {
    expect(errorsOf({ ...smtp, MAIL_FROM: from })).toEqual(['MAIL_FROM must look like Plimsoll <safety@example.com>']);
  });

  test('in production a serving process needs a mail server; maintenance commands do not', () => {
    const needed = ['SMTP_URL is required with NODE_ENV=production: nobody would get the mails'];
    expect(errorsOf({ NODE_ENV: 'production' }, { serves: true })).toEqual(needed);
    expect(errorsOf({ NODE_ENV: 'production', ...smtp }, { serves: true })).toEqual([]);
    expect(errorsOf({ NODE_ENV: 'production' })).toEqual([]);
  });

  test.each([
    ['PEM', pem],
    ['PEM with written line breaks', pem.replaceAll('\n', '\\n')],
    ['PKCS#8 in base64', signingKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
  ])('the signing key may come as %s', (_form, key) => {
    expect(readConfiguration({ SIGNING_KEY: key }).signingKey).toBe(pem);
  });

  test('a signing key of another kind is refused', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString();
    expect(errorsOf({ SIGNING_KEY: rsa })).toEqual([
      expect.stringMatching(/^SIGNING_KEY must be an Ed25519 private key/),
    ]);
  });

  test('KurrentDB is not part of this version, and says so in one line', () => {
    expect(errorsOf({ EVENT_STORE: 'kurrentdb', KURRENTDB_URL: 'kurrentdb://localhost:2113' })).toEqual([
      'EVENT_STORE kurrentdb is not part of this version; leave it out or say postgres',
    ]);
    expect(errorsOf({ EVENT_STORE: 'kafka' })).toEqual(['EVENT_STORE must be postgres']);
  });

  test('links in mails never end in two slashes', () => {
    expect(readConfiguration({ PUBLIC_URL: 'https://safety.example.com/' }).publicUrl).toBe(
      'https://safety.example.com',
    );
  });
});
