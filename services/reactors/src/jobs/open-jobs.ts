import type pg from 'pg';
import { PgBoss, type Db, type Job as BossJob, type JobResult } from 'pg-boss';
import type { Enqueue, JobData } from './jobs.ts';

/** A job that somebody works on. */
export interface Job extends JobData {
  /** The same at every attempt. */
  readonly id: string;
  /** Nobody waits for it any more: its time is over, or the process ends. */
  readonly signal: AbortSignal;
}

/** What became of a job: done, or to be tried again, with a reason that holds nothing personal, since it is kept in plain form. */
export type Outcome = { readonly done: string } | { readonly again: string };

/** A job that was tried for as long as its queue tries, and stands. */
export interface FailedJob extends JobData {
  readonly id: string;
  readonly queue: string;
  readonly since: Date;
  readonly failedAt: Date;
  readonly reason: string;
}

/** How a queue is worked on. */
export interface QueueDeclaration {
  readonly name: string;
  /** After this long nobody waits for an attempt any more. */
  readonly attemptSeconds: number;
  /** How long it is tried again, the pauses doubling from five seconds to half an hour. */
  readonly retryHours: number;
  /** How long what was done, or stands, is kept. */
  readonly keepDays: number;
}

export interface JobsOptions {
  /** As plimsoll_projector; it stays the caller's. */
  readonly pool: pg.Pool;
  readonly queues: readonly QueueDeclaration[];
  readonly onFault?: (fault: unknown) => void;
  /** How often it is looked for jobs whose process is gone. */
  readonly superviseSeconds?: number;
}

const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 1_800;
/** The library's retries wait up to twice as long as the one before, by chance: one and a half times on average. */
const retriesIn = (hours: number): number => {
  let retries = 0;
  for (let waited = 0; waited < hours * 3_600; retries++)
    waited += Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 1.5 * 2 ** retries);
  return retries;
};

/** Jobs that outlive every process, in a schema of their own that the migrations make. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #queues: readonly QueueDeclaration[];

  private constructor(boss: PgBoss, queues: readonly QueueDeclaration[]) {
    this.#boss = boss;
    this.#queues = queues;
  }

  /** Nothing is worked on yet. */
  static async open({ pool, queues, onFault, superviseSeconds = 30 }: JobsOptions): Promise<Jobs> {
    const boss = new PgBoss({
      schema: 'jobs',
      db: within(pool),
      // The serving role has rights on rows alone: what alters tables is left to the migrations.
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
    boss.on('error', (fault) => onFault?.(fault));
    await boss.start();
    for (const { name, attemptSeconds, retryHours, keepDays } of queues) {
      const options = {
        expireInSeconds: attemptSeconds,
        retryLimit: retriesIn(retryHours),
        retryDelay: FIRST_RETRY_SECONDS,
        retryBackoff: true,
        retryDelayMax: LONGEST_RETRY_SECONDS,
        deleteAfterSeconds: keepDays * 86_400,
        retentionSeconds: keepDays * 86_400,
      };
      await boss.createQueue(name, { ...options, partition: false });
      // What an earlier version made is as this one says.
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

  /** Works on a queue's jobs, several at a time, until `stop`. */
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

  /** Works on a queue's jobs no more, once those at hand are done. */
  async rest(queue: string): Promise<void> {
    await this.#boss.offWork(queue, { wait: true });
  }

  /** What stands because it was tried for long enough, the oldest first. */
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

  /** Has jobs that stand tried again, for as long as new ones; the library itself would try them once. */
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

  /** Lets those at hand finish, for a few seconds; what is not finished then is tried again later. */
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
