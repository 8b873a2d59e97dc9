import type pg from 'pg';

/** What a job holds: what is to be done, and the guids of whom and what it is about. */
export interface JobData {
  readonly kind: string;
  readonly ids: Readonly<Record<string, string | number>>;
}

export interface NewJob {
  readonly id: string;
  readonly data: JobData;
}

/** Writes jobs within the caller's transaction. One that is there already stays as it is. */
export type Enqueue = (client: Pick<pg.ClientBase, 'query'>, queue: string, jobs: readonly NewJob[]) => Promise<void>;
