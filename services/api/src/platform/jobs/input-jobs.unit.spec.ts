import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type * as odd from '../../../test/jobs/odd-jobs.ts';
import { defineJob, type JobType } from './define-job.ts';
import { InputJobs } from './input-jobs.ts';

const oddJob = <Name extends keyof typeof odd & string>(name: Name, maxMs = 20_000) =>
  defineJob<typeof odd, Name>(import.meta.url, '../../../test/jobs/odd-jobs', { name, lane: 'FILES', maxMs });
const counting = (name: 'count' | 'countAndFail') =>
  oddJob(name) as unknown as JobType<{ readonly to: number; readonly port: MessagePort }, void>;

let jobs: InputJobs;
beforeEach(() => {
  jobs = new InputJobs();
});
afterEach(() => jobs.onApplicationShutdown());

const A = { organization: 'A' };
const nothing = () => ({ input: undefined });

test('a job gets its input and nothing of the process: no environment, no data', async () => {
  process.env['SEALING_KEY'] ??= 'secret of the process';
  expect(await jobs.run(oddJob('known'), { ...A, read: nothing })).toEqual({ env: {}, workerData: undefined });
});

test('buffers move to the thread instead of being copied, and errors come back', async () => {
  const bytes = new Uint8Array(1_000_000).fill(7);
  const inverted = await jobs.run(oddJob('invert'), {
    ...A,
    read: () => ({ input: { bytes }, moved: [bytes.buffer] }),
  });
  expect([bytes.length, inverted.length, inverted[0]]).toEqual([0, 1_000_000, 248]);
  await expect(jobs.run(oddJob('fail'), { ...A, read: nothing })).rejects.toThrow('broken');
});

test('a job that takes too long is ended with its thread, and jobs beside and after it are not affected', async () => {
  const startedAt = performance.now();
  const endless = jobs.run(oddJob('spin', 500), { ...A, read: () => ({ input: {} }) });
  const beside = jobs.run(oddJob('spin'), { organization: 'B', read: () => ({ input: { ms: 800 } }) });
  await expect(endless).rejects.toMatchObject({ name: 'JobOverLimit', limit: 'TIME' });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await expect(beside).resolves.toBe('done');
  await expect(jobs.run(oddJob('spin'), { ...A, read: () => ({ input: { ms: 1 } }) })).resolves.toBe('done');
});

test('a job that takes too much memory is ended alone, and the process goes on', async () => {
  const hoarding = jobs.run(oddJob('hoard', 50_000), { ...A, read: nothing });
  const beside = jobs.run(oddJob('spin'), { organization: 'B', read: () => ({ input: { ms: 1_500 } }) });
  await expect(hoarding).rejects.toMatchObject({ name: 'JobOverLimit', limit: 'MEMORY' });
  await expect(beside).resolves.toBe('done');
  await expect(jobs.run(oddJob('which'), { ...A, read: nothing })).resolves.toEqual(expect.any(Number));
});

test('when the client hangs up, the job ends', async () => {
  const hangUp = new AbortController();
  const running = jobs.run(oddJob('spin'), { ...A, read: () => ({ input: {} }), signal: hangUp.signal });
  await sleep(200);
  hangUp.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(jobs.run(oddJob('which'), { ...A, read: nothing })).resolves.toEqual(expect.any(Number));
});

test('one organization cannot occupy all threads', async () => {
  const slow = Array.from({ length: 8 }, () =>
    jobs.run(oddJob('spin', 3_000), { ...A, read: () => ({ input: {} }) }).catch(() => 'over'),
  );
  const startedAt = performance.now();
  await jobs.run(oddJob('which'), { organization: 'B', read: nothing });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await jobs.onApplicationShutdown();
  expect(await Promise.race([Promise.all(slow), sleep(10_000, 'stuck', { ref: false })])).toEqual(
    Array(8).fill('over'),
  );
});

describe('a job in pieces', () => {
  const take = (to: number) =>
    jobs.pieces<{ to: number }, number>(counting('count'), { ...A, read: () => ({ input: { to } }) });

  test('yields each when the one before has been consumed', async () => {
    const got: number[] = [];
    for await (const piece of take(5)) got.push(piece);
    expect(got).toEqual([0, 1, 2, 3, 4]);
  });

  test('ends when its consumer stops, and a later job runs', async () => {
    for await (const piece of take(Infinity)) if (piece === 3) break;
    await expect(jobs.run(oddJob('which'), { ...A, read: nothing })).resolves.toEqual(expect.any(Number));
  });

  test('fails as the job does', async () => {
    const got: number[] = [];
    await expect(
      (async () => {
        for await (const piece of jobs.pieces<{ to: number }, number>(counting('countAndFail'), {
          ...A,
          read: () => ({ input: { to: 1 } }),
        }))
          got.push(piece);
      })(),
    ).rejects.toThrow('broken');
    expect(got).toEqual([0]);
  });
});
