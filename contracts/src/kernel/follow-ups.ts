import type { AnyContext } from '../all-contexts.ts';
import type { Job, JobIds } from './context.ts';

type AnyJobs = AnyContext['jobs'];

/** Kinds of jobs that run a command after an event of another log; contexts declare them as `jobs`. */
export type FollowUpKind = AnyJobs extends infer Jobs ? (Jobs extends unknown ? keyof Jobs : never) : never;

/** The guids that each kind carries. A reactor creates the job; the command runs under an id derived from the job's. */
export type FollowUps = {
  readonly [Kind in FollowUpKind]: JobIds<Extract<AnyJobs, Readonly<Record<Kind, Job>>>[Kind]>;
};
