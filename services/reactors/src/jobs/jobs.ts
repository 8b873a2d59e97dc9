import type pg from 'pg';

/** Guids, revisions and days by name. Jobs are stored unencrypted: never a personal name, an address or a secret. */
export type JobIds = Readonly<Record<string, string | number>>;

/** Work requested outside the log, identified by guids. The worker loads the rest, as it is at that time. */
export interface JobRequest {
  /** What is to be done: `REVIEW_REQUESTED`. */
  readonly kind: string;
  readonly ids: JobIds;
}

/** The payload of a stored job; its `ids` include the tenant where there is one. */
export type JobData = JobRequest;

export interface NewJob {
  /** Deterministic where possible: a job with the same id is enqueued once. */
  readonly id: string;
  readonly data: JobData;
}

/** Inserts jobs within the caller's transaction. A job whose id exists already is left unchanged. */
export type Enqueue = (client: Pick<pg.ClientBase, 'query'>, queue: string, jobs: readonly NewJob[]) => Promise<void>;
