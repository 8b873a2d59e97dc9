import { topicsWith } from '@plimsoll/contracts/integration/integration-event';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { projections } from '@plimsoll/projections/platform/projections';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { resolveWith, WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { v7 as uuidv7 } from 'uuid';
import { alarmMailWorker } from './alarms/alarm-mail-worker.ts';
import { mailTemplates, reactors, schedules, type ScheduleName } from './all-contexts.ts';
import type { KafkaBrokers, KafkaClient } from './integration/kafka-publisher.ts';
import { openKafka } from './integration/open-kafka.ts';
import { KafkaExporter } from './integration/run-kafka-export.ts';
import { WebhookRunner } from './integration/run-webhooks.ts';
import { Jobs, type Job, type Outcome } from './jobs/open-jobs.ts';
import { PollingScheduler } from './jobs/polling-scheduler.ts';
import { ALARM_QUEUE, commandQueues, everyQueue, MAIL_QUEUE } from './jobs/queues.ts';
import { MailRateLimiter } from './mail/mail-rate-limiter.ts';
import { mailWorker } from './mail/mail-worker.ts';
import { Mailbox } from './mail/mailbox.ts';
import { readableLog } from './mail/readable-log.ts';
import { smtpDelivery } from './mail/smtp-delivery.ts';
import { openReactorPool } from './reactor-pool.ts';
import { ReactorRunner } from './runner/run-reactors.ts';

/** Kafka brokers, the client library to use, and limits. */
export interface KafkaSettings extends Omit<KafkaBrokers, 'topics'> {
  readonly client: KafkaClient;
  readonly topicPrefix: string;
  /** Maximum size of a message; longer texts are omitted from it. */
  readonly maxBytes: number;
}

export interface ReactorOptions {
  readonly appDatabaseUrl: string;
  readonly projectorDatabaseUrl: string;
  /** 32 bytes in base64. */
  readonly sealingKey: string;
  /** The product's address in a browser: the base URL of links in mails. */
  readonly publicUrl: string;
  /** Absent: mails are stored in the mailbox. */
  readonly smtp?: { readonly url: string; readonly from: string; readonly silenceMs?: number };
  /** Receives errors of work that is retried, with a sentence for the log. */
  readonly onError?: (error: unknown, what: string) => void;
  /** Networks where webhook endpoints may be, in addition to public addresses; http is allowed there. */
  readonly webhookNetworks?: readonly string[];
  /** Name servers for webhook endpoints. Default: those of the machine. */
  readonly dnsServers?: readonly string[];
  /** Absent: no export to Kafka. */
  readonly kafka?: KafkaSettings | undefined;
  /** The clock of schedules and mails. Default: that of the machine. */
  readonly now?: () => Date;
  /** Timeout of an attempt to send a mail. */
  readonly attemptSeconds?: number;
  /** Interval of the check for jobs whose process has died. */
  readonly superviseSeconds?: number;
}

export interface Reactors {
  readonly runner: ReactorRunner;
  readonly jobs: Jobs;
  readonly schedules: Pick<PollingScheduler<ScheduleName>, 'run'>;
  /** Lists the mails in the mailbox; undefined if a mail server delivers them. */
  readonly mailbox: ((to?: string) => Promise<MailboxItem[]>) | undefined;
  /** Starts running jobs of the command queues. @returns what stops it, after the jobs in progress. */
  runCommands(run: (job: Job) => Promise<Outcome>): Promise<() => Promise<void>>;
  /** Stops within seconds, even if a mail server does not answer. */
  close(): Promise<void>;
}

/** Outbox entries that are mails: their kinds and queue. */
const outboxQueues: Readonly<Record<string, string>> = Object.fromEntries(
  mailTemplates.filter(({ isFromOutbox }) => isFromOutbox).map(({ kind }) => [kind, MAIL_QUEUE]),
);

/** Starts reactors, mails, schedules, webhooks and the Kafka export, on a migrated database. */
export async function startReactors(options: ReactorOptions): Promise<Reactors> {
  const { appDatabaseUrl, projectorDatabaseUrl, publicUrl, smtp, kafka, now = () => new Date() } = options;
  const sealingKey = Buffer.from(options.sealingKey, 'base64');
  const report = (what: string) => (error: unknown) => options.onError?.(error, what);
  const store = await openPostgresEventStore({
    appUrl: appDatabaseUrl,
    projectorUrl: projectorDatabaseUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey,
    lanes: 1,
    readers: 2,
  });
  const pool = openReactorPool(projectorDatabaseUrl);
  const readPool = openReactorPool(appDatabaseUrl, { max: 2, pipeline: true });
  let openJobs: Jobs | undefined;
  const closeAll = async (): Promise<void> => {
    await openJobs?.stop();
    await Promise.all([pool.end(), readPool.end(), store.close()]);
  };
  try {
    const reader = new ReadModelReader(readPool, projections, store);
    const jobs = await Jobs.open({
      pool,
      queues: everyQueue(options.attemptSeconds),
      ...(options.superviseSeconds && { superviseSeconds: options.superviseSeconds }),
      onError: report('Jobs could not be looked after and are tried again'),
    });
    openJobs = jobs;
    const { enqueue } = jobs;
    const runner = new ReactorRunner({
      reactors,
      log: store,
      pool,
      enqueue,
      queueOf: outboxQueues,
      onError: report('A reactor fell behind and tries again'),
    });
    const mailbox = smtp ? undefined : new Mailbox(pool, sealingKey);
    const mailing = {
      templates: mailTemplates,
      context: { log: readableLog(store), pool, reader, sealingKey, publicUrl, now },
      pool,
      enqueue,
      rateLimiter: new MailRateLimiter(pool, sealingKey),
      deliver: mailbox?.deliver ?? smtpDelivery(smtp!),
      onError: report('A mail could not be sent and is tried again'),
    };
    await jobs.work(MAIL_QUEUE, mailWorker(mailing));
    await jobs.work(ALARM_QUEUE, alarmMailWorker(mailing));
    const webhooks = new WebhookRunner({
      log: store,
      pool,
      reader,
      enqueue,
      addresses: new WebhookAddresses(options.webhookNetworks ?? [], resolveWith(options.dnsServers ?? [])),
      sealingKey,
      publicUrl,
      newGuid: uuidv7,
      onError: report('Webhooks fell behind and are tried again'),
    });
    const scheduler = new PollingScheduler(schedules, { log: store, pool, reader, enqueue, now }, options.onError);
    await runner.start();
    await webhooks.start();
    const exporter =
      kafka &&
      new KafkaExporter({
        log: store,
        pool,
        reader,
        publicUrl,
        topicPrefix: kafka.topicPrefix,
        maxBytes: kafka.maxBytes,
        publisher: await openKafka(kafka.client, { ...kafka, topics: topicsWith(kafka.topicPrefix) }),
        onError: report('The export to Kafka fell behind and is tried again'),
      });
    scheduler.start();
    await exporter?.start();
    return {
      runner,
      jobs,
      schedules: scheduler,
      mailbox: mailbox && ((to) => mailbox.list(to)),
      runCommands: async (run) => {
        await Promise.all(commandQueues.map((queue) => jobs.work(queue, run)));
        return async () => void (await Promise.all(commandQueues.map((queue) => jobs.rest(queue))));
      },
      close: async () => {
        await Promise.all([runner.stop(), webhooks.stop(), exporter?.stop(), scheduler.stop()]);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
