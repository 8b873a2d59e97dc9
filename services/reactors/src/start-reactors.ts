import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { resolveWith, WebhookAddresses } from '@plimsoll/shared/webhook-addresses';
import { projections } from '@plimsoll/projections/platform/projections';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { v7 as uuidv7 } from 'uuid';
import { billingLetters, billingSpread } from './billing/billing-letters.ts';
import { DueBillingLooker } from './billing/look-for-due-billing.ts';
import { COMMAND_QUEUE } from './commands/command-queue.ts';
import { ReactorRunner } from './runner/run-reactors.ts';
import { accountLetters } from './identity/account-letters.ts';
import { askedLetter, returnedRecipients } from './incidents/asked-letter.ts';
import { withoutReviewerLetters, withoutReviewerRecipients } from './incidents/without-reviewer-letter.ts';
import { topicsWith } from '@plimsoll/contracts/integration/integration-event';
import type { KafkaBrokers, KafkaClient } from './integration/kafka-publisher.ts';
import { openKafka } from './integration/open-kafka.ts';
import { KafkaExporter } from './integration/run-kafka-export.ts';
import { auditorLetters, auditorRecipients } from './auditors/auditor-letters.ts';
import { WebhookRunner } from './integration/run-webhooks.ts';
import { webhookLetters, webhookRecipients } from './integration/webhook-letters.ts';
import type { JobData } from './jobs/jobs.ts';
import { Jobs, type Job, type Outcome, type QueueDeclaration } from './jobs/open-jobs.ts';
import { Mailbox } from './mail/mailbox.ts';
import { MailMarks } from './mail/mail-marks.ts';
import { MAIL_QUEUE } from './mail/mail-queue.ts';
import { sendMail } from './mail/send-mail.ts';
import { smtpDelivery } from './mail/smtp-delivery.ts';
import { spreadMail } from './mail/spread-mail.ts';
import { crossingRecipients, loadLineLetters } from './metrics/load-line-letters.ts';
import { EndedMonths } from './metrics/look-for-ended-months.ts';
import { monthlyLetters, monthlyRecipients } from './metrics/monthly-letters.ts';
import { digestLetters, digestRecipients } from './notifications/digest-letters.ts';
import { membershipLetters, requestRecipients } from './members/membership-letters.ts';
import { erasureLetters, erasureRecipients } from './privacy/erasure-letters.ts';
import { DueErasureLooker } from './privacy/look-for-due-erasures.ts';
import { openReactorPool } from './reactor-pool.ts';
import { reactors } from './reactors.ts';
import { accessRecipients, staffLetters } from './staff/staff-letters.ts';
import { Reminders } from './tasks/remind-of-tasks.ts';
import { taskLetters, taskRecipients, type TaskSources } from './tasks/task-letters.ts';

/** Which brokers events go to, by which client, and how topics are called. */
export interface KafkaSettings extends Omit<KafkaBrokers, 'topics'> {
  readonly client: KafkaClient;
  readonly topicPrefix: string;
  /** What a message may have; text beyond it is left out. */
  readonly maxBytes: number;
}

export interface ReactorOptions {
  readonly appDatabaseUrl: string;
  readonly projectorDatabaseUrl: string;
  /** 32 bytes in base64. */
  readonly sealingKey: string;
  /** What browsers call the product: links in mails begin with it. */
  readonly publicUrl: string;
  /** Absent: mails go into the mailbox. */
  readonly smtp?: { readonly url: string; readonly from: string; readonly silenceMs?: number };
  readonly onFault?: (fault: unknown, what: string) => void;
  /** Networks that endpoints may stand in besides what is public, also by http. */
  readonly webhookNetworks?: readonly string[];
  /** Name servers that are asked for the addresses of endpoints; the machine's own by default. */
  readonly dnsServers?: readonly string[];
  /** The brokers that events go to; absent where the installation has none. */
  readonly kafka?: KafkaSettings | undefined;
  /** By which what is due by the calendar is judged; the machine's by default. */
  readonly now?: () => Date;
  /** How long an attempt to send a mail may take, and how often it is looked for those whose process is gone. */
  readonly attemptSeconds?: number;
  readonly superviseSeconds?: number;
}

export interface Reactors {
  readonly runner: ReactorRunner;
  readonly jobs: Jobs;
  /** What is due by the calendar. */
  readonly reminders: Reminders;
  /** What goes on of billing by the calendar. */
  readonly dueBilling: DueBillingLooker;
  /** Months that end. */
  readonly endedMonths: EndedMonths;
  /** Erasures whose time has come. */
  readonly dueErasures: DueErasureLooker;
  /** What lies in the mailbox; undefined when a mail server carries the mails. */
  readonly mailbox: ((to?: string) => Promise<MailboxItem[]>) | undefined;
  /** Begins to carry out the commands that follow from events of other logs; until then they wait. @returns what ends it, once those at hand are done. */
  carryOutCommands(carryOut: (job: Job) => Promise<Outcome>): Promise<() => Promise<void>>;
  /** Ends within seconds, whatever a mail server does. */
  close(): Promise<void>;
}

const ATTEMPT_SECONDS = 60;

/** How long mails are tried, and kept in the list of jobs. */
export const mailQueue = (attemptSeconds = ATTEMPT_SECONDS): QueueDeclaration => ({
  name: MAIL_QUEUE,
  attemptSeconds,
  retryHours: 24,
  keepDays: 90,
});

/** How long commands are tried: what a kill leaves half done must not stand. */
export const commandQueue: QueueDeclaration = {
  name: COMMAND_QUEUE,
  attemptSeconds: ATTEMPT_SECONDS,
  retryHours: 24,
  keepDays: 7,
};

/** Every queue that reactors put jobs into. */
export const everyQueue = (attemptSeconds?: number): readonly QueueDeclaration[] => [
  mailQueue(attemptSeconds),
  commandQueue,
];

/** What is no event and becomes a mail. */
const queueOf = { VERIFY: MAIL_QUEUE, RESET: MAIL_QUEUE } as const;

/** What is told to several becomes a mail to each. */
const spread: Readonly<
  Record<string, (job: JobData, reader: ReadModelReader, log: TaskSources['log']) => Promise<JobData[]>>
> = {
  MEMBERSHIP_REQUESTED: requestRecipients,
  STAFF_ACCESS: accessRecipients,
  WEBHOOK_DISABLED: webhookRecipients,
  AUDITOR_GRANTED: auditorRecipients,
  ACTION_ASSIGNED: taskRecipients,
  ACTION_DUE: taskRecipients,
  ACTION_OVERDUE: taskRecipients,
  ACTION_VERIFICATION: taskRecipients,
  DIGEST: digestRecipients,
  MONTHLY_REPORTING: monthlyRecipients,
  LOAD_LINE: crossingRecipients,
  EVENT_RETURNED: returnedRecipients,
  EVENT_WITHOUT_REVIEWER: withoutReviewerRecipients,
  ERASURE_REQUESTED: erasureRecipients,
  ERASURE_CANCELLED: erasureRecipients,
  ERASURE_DONE: erasureRecipients,
  ...billingSpread,
};

/** Starts following the log and working on the jobs, on a database that has been brought forward. */
export async function startReactors(options: ReactorOptions): Promise<Reactors> {
  const { appDatabaseUrl, projectorDatabaseUrl, publicUrl, smtp } = options;
  const sealingKey = Buffer.from(options.sealingKey, 'base64');
  const heard = (what: string) => (fault: unknown) => options.onFault?.(fault, what);
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
  let jobs: Jobs | undefined;
  const closeAll = async (): Promise<void> => {
    await jobs?.stop();
    await Promise.all([pool.end(), readPool.end(), store.close()]);
  };
  try {
    const reader = new ReadModelReader(readPool, projections, store);
    jobs = await Jobs.open({
      pool,
      queues: everyQueue(options.attemptSeconds),
      ...(options.superviseSeconds && { superviseSeconds: options.superviseSeconds }),
      onFault: heard('Jobs could not be looked after and are tried again'),
    });
    const mailbox = smtp ? undefined : new Mailbox(pool, sealingKey);
    const runner = new ReactorRunner({
      reactors,
      log: store,
      pool,
      enqueue: jobs.enqueue,
      queueOf,
      onFault: heard('A reactor fell behind and tries again'),
    });
    const now = options.now ?? (() => new Date());
    const sending = {
      write: (job: JobData) =>
        accountLetters[job.kind]?.(job.ids, { log: store, pool, reader, sealingKey, publicUrl }) ??
        membershipLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl }) ??
        staffLetters[job.kind]?.(job.ids, { reader, publicUrl }) ??
        webhookLetters[job.kind]?.(job.ids, { log: store, reader, publicUrl }) ??
        erasureLetters[job.kind]?.(job.ids, { log: store, reader, publicUrl }) ??
        auditorLetters[job.kind]?.(job.ids, { reader, publicUrl }) ??
        withoutReviewerLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl, now }) ??
        monthlyLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl, now }) ??
        loadLineLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl, now }) ??
        digestLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl, now }) ??
        taskLetters[job.kind]?.(job.ids, { log: store, reader, sealingKey, publicUrl }) ??
        billingLetters[job.kind]?.(job.ids, { log: store, reader, publicUrl }) ??
        askedLetter(job, { log: store, reader, sealingKey, publicUrl }),
      marks: new MailMarks(pool, sealingKey),
      deliver: mailbox?.deliver ?? smtpDelivery(smtp!),
      onFault: heard('A mail could not be sent and is tried again'),
    };
    const { enqueue } = jobs;
    await jobs.work(MAIL_QUEUE, (job) => {
      const recipients = job.ids['recipient'] === undefined ? spread[job.kind] : undefined;
      return recipients
        ? spreadMail(job, { pool, enqueue, recipientsOf: (asked) => recipients(asked, reader, store) })
        : sendMail(job, sending);
    });
    const webhooks = new WebhookRunner({
      log: store,
      pool,
      reader,
      enqueue,
      addresses: new WebhookAddresses(options.webhookNetworks ?? [], resolveWith(options.dnsServers ?? [])),
      sealingKey,
      publicUrl,
      newGuid: uuidv7,
      onFault: heard('Webhooks fell behind and are tried again'),
    });
    const reminders = new Reminders({
      log: store,
      pool,
      reader,
      enqueue,
      now,
      onFault: heard('Reminders could not be made and are tried again'),
    });
    const dueBilling = new DueBillingLooker({
      pool,
      reader,
      enqueue,
      now: options.now ?? (() => new Date()),
      onFault: heard('What is due of billing could not be looked for and is tried again'),
    });
    const endedMonths = new EndedMonths({
      log: store,
      pool,
      reader,
      enqueue,
      now,
      onFault: heard('Ended months could not be looked for and are tried again'),
    });
    const dueErasures = new DueErasureLooker({
      pool,
      reader,
      enqueue,
      now,
      onFault: heard('Due erasures could not be looked for and are tried again'),
    });
    await runner.start();
    await webhooks.start();
    const { kafka } = options;
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
        onFault: heard('The export to Kafka fell behind and is tried again'),
      });
    reminders.start();
    dueBilling.start();
    endedMonths.start();
    dueErasures.start();
    await exporter?.start();
    return {
      runner,
      jobs,
      reminders,
      dueBilling,
      endedMonths,
      dueErasures,
      mailbox: mailbox && ((to) => mailbox.list(to)),
      carryOutCommands: async (carryOut) => {
        await jobs!.work(COMMAND_QUEUE, carryOut);
        return () => jobs!.rest(COMMAND_QUEUE);
      },
      close: async () => {
        await Promise.all([
          runner.stop(),
          webhooks.stop(),
          exporter?.stop(),
          reminders.stop(),
          dueBilling.stop(),
          endedMonths.stop(),
          dueErasures.stop(),
        ]);
        await closeAll();
      },
    };
  } catch (fault) {
    await closeAll();
    throw fault;
  }
}
