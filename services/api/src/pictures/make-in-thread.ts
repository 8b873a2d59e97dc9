import { takesTooLong } from '../attachments/judging/judge-in-thread.ts';
import { Refused } from '../http/problems/problem-of.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { InputJobs } from '../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../platform/jobs/job-over-limit.ts';

const convertJob = defineJob<typeof import('./make-picture-thread.ts'), 'convert'>(
  import.meta.url,
  './make-picture-thread',
  { name: 'convert', lane: 'PICTURES', maxMs: 30_000 },
);

/**
 * Converts a file to the picture to show, in a thread. Throws a refusal.
 * @param owner guid of the account or organization; turns are fair between them.
 * @param field the field that errors name.
 */
export async function makePictureInThread(
  jobs: InputJobs,
  owner: string,
  file: Buffer,
  field = 'body',
): Promise<Buffer> {
  const picture = await jobs
    .run(convertJob, { organization: owner, read: () => ({ input: { bytes: file, field } }) })
    .catch((error: unknown) => {
      throw error instanceof JobOverLimit ? takesTooLong(field) : error;
    });
  if ('refused' in picture) throw new Refused(picture);
  return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
}
