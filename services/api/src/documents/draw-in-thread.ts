import { refuse } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import { Refused } from '../http/problems/problem-of.ts';
import { defineJob, type JobType } from '../platform/jobs/define-job.ts';
import type { InputJobs } from '../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../platform/jobs/job-over-limit.ts';

type Thread = typeof import('./pdf-thread.ts');
const limits = { lane: 'DOCUMENTS', maxMs: 30_000 } as const;
export const drawIncidentJob = defineJob<Thread, 'drawIncident'>(import.meta.url, './pdf-thread', {
  name: 'drawIncident',
  ...limits,
});
export const drawInvoiceJob = defineJob<Thread, 'drawInvoice'>(import.meta.url, './pdf-thread', {
  name: 'drawInvoice',
  ...limits,
});

/** Draws a document in a thread, in turns that are fair between organizations. Throws a refusal. */
export async function drawInThread<Facts>(
  jobs: InputJobs,
  job: JobType<Facts, Uint8Array>,
  organization: string,
  facts: Facts,
  signal?: AbortSignal,
): Promise<Buffer> {
  const pdf = await jobs.run(job, { organization, read: () => ({ input: facts }), signal }).catch((error: unknown) => {
    if (!(error instanceof JobOverLimit)) throw error;
    throw new Refused(
      refuse('PayloadTooLarge', {
        fieldErrors: [
          fieldError('', 'PayloadTooLarge', 'Drawing this document takes too long. Leave out photos or the history.'),
        ],
      }),
    );
  });
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
