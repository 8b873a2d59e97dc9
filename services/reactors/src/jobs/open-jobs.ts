import type pg from 'pg';
import { PgBoss, type Db, type Job as BossJob, type JobResult } from 'pg-boss';
import type { Enqueue, JobData } from './jobs.ts';

/** A job that a worker runs. */
export interface Job extends JobData {
  /** The same at every attempt. */
  readonly id: string;
  /** Aborted when the attempt times out or the process ends. */
  readonly signal: AbortSignal;
}

/**
 * The result of an attempt, done or to be retried, with a reason. The reason is stored unencrypted: nothing personal.
 */
export type Outcome = { readonly done: string } | { readonly again: string };

/** A job that failed until its queue gave up on it. */
export interface FailedJob extends JobData {
  readonly id: string;
  readonly queue: string;
  readonly since: Date;
  readonly failedAt: Date;
  readonly reason: string;
}

/** The retry and retention policy of a queue. */
export interface QueueDeclaration {
  readonly name: string;
  /** The timeout of an attempt. */
  readonly attemptSeconds: number;
  /** How long a job is retried, with pauses that double from five seconds. */
  readonly retryHours: number;
  /** The longest pause; half an hour by default. */
  readonly maxPauseSeconds?: number;
  /** How long a finished or failed job is stored. */
  readonly retentionDays: number;
}

export interface JobsOptions {
  /** As plimsoll_projector. The caller closes it. */
  readonly pool: pg.Pool;
  readonly queues: readonly QueueDeclaration[];
  readonly onError?: (error: unknown) => void;
  /** Interval of the check for jobs whose process has died. */
  readonly superviseSeconds?: number;
}

const FIRST_RETRY_SECONDS = 5;
const MAX_PAUSE_SECONDS = 1_800;
/** pg-boss adds up to 100 % random jitter to each doubling pause, hence the average factor of 1.5. */
const retriesIn = (hours: number, maxPauseSeconds: number): number => {
  let retries = 0;
  for (let waited = 0; waited < hours * 3_600; retries++)
    waited += Math.min(maxPauseSeconds, FIRST_RETRY_SECONDS * 1.5 * 2 ** retries);
  return retries;
};

/** Durable job queues, by pg-boss, in the schema `jobs` that the migrations create. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #queues: readonly QueueDeclaration[];

  private constructor(boss: PgBoss, queues: readonly QueueDeclaration[]) {
    this.#boss = boss;
    this.#queues = queues;
  }

  /** Creates the queues or updates their policy. No job runs until `work`. */
  static async open({ pool, queues, onError, superviseSeconds = 30 }: JobsOptions): Promise<Jobs> {
    const boss = new PgBoss({
      schema: 'jobs',
      db: within(pool),
      // The serving role has rights on rows only. Migrations alter the tables.
      migrate: false,
      createSchema: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      persistQueueStats: false,
      registerInstance: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      maintenanceIntervalSeconds: 3_600,
    });
    boss.on('error', (error) => onError?.(error));
    await boss.start();
    for (const { name, attemptSeconds, retryHours, retentionDays, maxPauseSeconds = MAX_PAUSE_SECONDS } of queues) {
      const options = {
        expireInSeconds: attemptSeconds,
        retryLimit: retriesIn(retryHours, maxPauseSeconds),
        retryDelay: FIRST_RETRY_SECONDS,
        retryBackoff: true,
        retryDelayMax: maxPauseSeconds,
        deleteAfterSeconds: retentionDays * 86_400,
        retentionSeconds: retentionDays * 86_400,
      };
      await boss.createQueue(name, { ...options, partition: false });
      // A queue that an earlier version created gets this version's policy.
      await boss.updateQueue(name, options);
    }
    return new Jobs(boss, queues);
  }

  readonly enqueue: Enqueue = async (client, queue, jobs) => {
    if (jobs.length === 0) return;
    await this.#boss.insert(
      queue,
      jobs.map(({ id, data }) => ({ id, data })),
      { db: within(client) },
    );
  };

  /** Runs a queue's jobs, up to eight at a time, until `stop`. */
  async work(queue: string, handle: (job: Job) => Promise<Outcome>): Promise<void> {
    await this.#boss.work(
      queue,
      { batchSize: 8, perJobResults: true, pollingIntervalSeconds: 1, burstWhenBatchFull: true },
      (jobs: readonly BossJob<JobData>[]) =>
        Promise.all(
          jobs.map(async ({ id, data, signal }): Promise<JobResult> => {
            const outcome = await handle({ ...data, id, signal });
            return 'done' in outcome
              ? { id, status: 'completed', output: { reason: outcome.done } }
              : { id, status: 'failed', output: { reason: outcome.again } };
          }),
        ),
    );
  }

  /** Stops running a queue's jobs, after those in progress. */
  async rest(queue: string): Promise<void> {
    await this.#boss.offWork(queue, { wait: true });
  }

  /** Jobs that failed for good, oldest first. */
  async failed(): Promise<FailedJob[]> {
    const found: FailedJob[] = [];
    for (const { name } of this.#queues) {
      const { rows } = await this.#boss
        .getDb()
        .executeSql(
          `select id, data, created_on, completed_on, output ->> 'reason' as reason from jobs.job where name = $1 and state = 'failed' order by created_on, id`,
          [name],
        );
      for (const row of rows as FailedRow[]) {
        found.push({
          ...row.data,
          id: row.id,
          queue: name,
          since: row.created_on,
          failedAt: row.completed_on,
          reason: row.reason ?? 'the time of its attempt was over',
        });
      }
    }
    return found;
  }

  /** Retries failed jobs for as long as new ones. (pg-boss's own retry would attempt them once.) */
  async retry(jobs: readonly Pick<FailedJob, 'id' | 'queue'>[]): Promise<void> {
    for (const [queue, some] of Map.groupBy(jobs, (job) => job.queue)) {
      await this.#boss
        .getDb()
        .executeSql(
          `update jobs.job set state = 'retry', retry_count = 0, start_after = jobs.job_now(), completed_on = null where name = $1 and id = any ($2::uuid[]) and state = 'failed'`,
          [queue, some.map(({ id }) => id)],
        );
    }
  }

  /** Lets jobs in progress finish, for up to four seconds. Unfinished ones are retried later. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 4_000, close: false });
  }
}

interface FailedRow {
  readonly id: string;
  readonly data: JobData;
  readonly created_on: Date;
  readonly completed_on: Date;
  readonly reason: string | null;
}

const within = (client: Pick<pg.ClientBase, 'query'>): Db => ({
  executeSql: (text, values) => client.query(text, values as unknown[] | undefined),
});
