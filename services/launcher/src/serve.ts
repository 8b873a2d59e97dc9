import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followUpsOf } from '@plimsoll/api/commands/follow-up';
import { followUps } from '@plimsoll/api/commands/follow-ups';
import { catchUnhandled } from '@plimsoll/api/platform/process/last-resort';
import { openLogDestination, openLogger } from '@plimsoll/api/platform/process/logging';
import { startApi } from '@plimsoll/api/main';
import { startReactors } from '@plimsoll/reactors/start-reactors';
import { appendAuditFacts } from './audit/append-audit-facts.ts';
import { openPayments, WEBHOOK_PATH } from './billing/open-payments.ts';
import { startSigning } from './checkpoints/daily-checkpoints.ts';
import type { Configuration } from './configuration.ts';
import type { Database } from './database.ts';
import { enableNewDemoModules } from './demo/enable-new-demo-modules.ts';
import { setDemoCallLists } from './demo/set-demo-call-lists.ts';
import { tellStarter, type Ending } from './ending.ts';
import { checkBucket } from './files/check-bucket.ts';
import { filesFolder } from './files/files-folder.ts';
import { writeOnce } from './write-once-file.ts';
import { enterOrganizations } from './organizations/enter-organizations.ts';
import { answerFromThisVersion } from './read-models/answer-from-this-version.ts';
import { demoPasswordOf, paymentWebhookSecret, type Keys } from './secrets.ts';

const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const demoAccounts = ['admin@demo.example', 'manager@demo.example', 'member@demo.example'];

export interface Serving {
  /** Whether the demo was requested. */
  readonly demo: boolean;
  /** Closes everything that is opened. */
  readonly ending: Ending;
  readonly say: (line: string) => void;
}

/**
 * Serves the product from an open, migrated database until it is stopped; prints its address once it is ready.
 * @throws what prevents the start.
 */
export async function serve(
  configuration: Configuration,
  database: Database,
  { demo, ending, say }: Serving,
): Promise<void> {
  const { keys } = database;
  void database.lost.then((words) => {
    console.error(`plimsoll: PostgreSQL has ended: ${words}`);
    void ending.end(1);
  });

  const demoPassword = await fillDemoOnce(configuration, database, keys, { demo, say });
  await answerFromThisVersion(database, say);
  const logger = openLogger(configuration.logLevel, openLogDestination());
  catchUnhandled({ logger, end: (error) => ending.fail(error) });
  await checkBucket(configuration.filesBucket, (err) =>
    logger.warn({ err }, 'The bucket of FILES_URL does not answer: until it does, files are neither taken nor given'),
  );
  const reactors = await startReactors({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    sealingKey: keys.sealingKey,
    publicUrl: configuration.publicUrl,
    smtp: configuration.smtp,
    webhookNetworks: configuration.webhookNetworks,
    dnsServers: configuration.dnsServers,
    kafka: configuration.kafka,
    onError: (err, what) => logger.warn({ err }, what),
  });
  ending.add(() => reactors.close());
  let listensAt: string | null = null;
  const payments = await openPayments(
    configuration,
    database,
    (err) => logger.warn({ err }, 'The payment sandbox failed'),
    { secret: () => paymentWebhookSecret(configuration), url: () => listensAt && `${listensAt}${WEBHOOK_PATH}` },
  );
  ending.add(() => payments?.close() ?? Promise.resolve());
  const api = await startApi({
    host: configuration.host,
    port: configuration.port,
    publicUrl: configuration.publicUrl,
    isPublicUrlGiven: configuration.isPublicUrlGiven,
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    poolSize: configuration.poolSize,
    organizationRequestsPerSecond: configuration.organizationRequestsPerSecond,
    addressLimits: configuration.addressLimits,
    dnsServers: configuration.dnsServers,
    erasureDelayHours: configuration.erasureDelayHours,
    webhookNetworks: configuration.webhookNetworks,
    kafka: configuration.kafka,
    trustProxy: configuration.trustProxy,
    passwordMemoryKib: configuration.passwordMemoryKib,
    ...keys,
    filesDir: filesFolder(configuration.dataDir),
    filesBucket: configuration.filesBucket,
    virusScanner: configuration.virusScanner,
    fileLimitBytes: configuration.fileLimitBytes,
    projector: true,
    production: configuration.production,
    paymentProvider: configuration.paymentProvider,
    payments,
    publishableKey: configuration.stripe?.publishableKey,
    consoleFolder,
    foreignScripts: configuration.foreignScripts,
    logLevel: configuration.logLevel,
    mailbox: reactors.mailbox,
  });
  listensAt = api.address;
  ending.add(() => api.close());
  ending.add(
    await reactors.runCommands(
      followUpsOf(api.application, followUps, (err) =>
        logger.warn({ err }, 'A command could not be carried out and is tried again'),
      ),
    ),
  );
  await enterOrganizations(api.application);
  if (demoPassword) {
    await enableNewDemoModules(api.application);
    await setDemoCallLists(api.application);
  }
  ending.add(
    startSigning(
      { projectorUrl: database.projectorUrl, signingKey: keys.signingKey, dataDir: configuration.dataDir },
      (line) => console.error(line),
      (now) => appendAuditFacts(api.application, database.projectorUrl, now),
    ),
  );

  tellStarter('SERVING');
  say(`Plimsoll is ready, ${(performance.now() / 1000).toFixed(1)} s after its start; Ctrl-C ends it.\n`);
  const address = configuration.port === 0 ? api.address : configuration.publicUrl;
  say(address);
  // The mailbox is available only on this machine.
  if (reactors.mailbox && /^(localhost|127\.|\[::1\])/.test(new URL(configuration.publicUrl).hostname))
    say(`mails: ${address}/mailbox`);
  if (demoPassword) for (const account of demoAccounts) say(`${account}  ${demoPassword}`);
}

/**
 * Fills the demo organization on the first run of the embedded database, and with --demo. Does nothing the second time,
 * nor in production, where an account with a known password would be a risk.
 * @returns the demo's password, if there is a demo.
 */
async function fillDemoOnce(
  { dataDir, database: given, production, filesBucket, paymentProvider }: Configuration,
  database: Database,
  keys: Keys,
  { demo: asked, say }: Pick<Serving, 'demo' | 'say'>,
): Promise<string | undefined> {
  if (production || (given && !asked)) return undefined;
  const password = demoPasswordOf(dataDir);
  const filled = join(dataDir, 'demo-filled');
  if (asked || !existsSync(filled)) {
    const { fillDemo } = await import('./demo/fill-demo.ts');
    // Stripe is not asked for charges of the past: only the sandbox gives the demo a subscription.
    const payments =
      paymentProvider === 'SANDBOX'
        ? await openPayments({ paymentProvider }, database, (error) => say(`The payment sandbox failed: ${error}`))
        : undefined;
    try {
      await fillDemo({
        appDatabaseUrl: database.appUrl,
        projectorDatabaseUrl: database.projectorUrl,
        ...keys,
        filesDir: filesFolder(dataDir),
        filesBucket,
        ...(payments && { payments }),
        password,
        say,
      });
    } finally {
      await payments?.close();
    }
    writeOnce(filled, new Date().toISOString());
  }
  return password;
}
