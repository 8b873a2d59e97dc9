import { setPriority } from 'node:os';

// Runs in the threads of `input-jobs.ts`. A thread gets the input of one job at a time, and nothing else: neither
// settings, nor connections, nor the environment of the process.

/** Low priority: jobs get the processor time that answers leave, but at least a small share. */
const NICENESS = 10;

// On Linux the priority applies to the thread; elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(0, NICENESS);

/** What a thread is asked to do: a function, by module and name, and its input. */
export interface ThreadTask {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** Loads the job's module and runs it. */
export default async function runTask({ module, name, input }: ThreadTask): Promise<unknown> {
  const jobs = (await import(module)) as Readonly<Record<string, (input: unknown) => unknown>>;
  return jobs[name]!(input);
}
