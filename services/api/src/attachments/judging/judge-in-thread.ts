import type { FileEnding, FileType } from '@plimsoll/contracts/attachments/file-types';
import { refuse } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { Refused } from '../../http/problems/problem-of.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { InputJobs } from '../../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../../platform/jobs/job-over-limit.ts';

const judgeJob = defineJob<typeof import('./judge-file-thread.ts'), 'judge'>(import.meta.url, './judge-file-thread', {
  name: 'judge',
  lane: 'FILES',
  maxMs: 30_000,
});

/** Refusal of a file that cannot be checked within the limits of time and memory. */
export const takesTooLong = (field = 'body'): Refused =>
  new Refused(
    refuse('PayloadTooLarge', {
      fieldErrors: [
        fieldError(field, 'PayloadTooLarge', 'Checking this file takes too long. Save it again or split it.'),
      ],
    }),
  );

export interface FileInTurn {
  readonly organization: string;
  readonly ending: FileEnding;
  readonly keepsPositions: boolean;
  /** Called when the turn has come. The buffer moves to the thread. */
  readonly read: () => Promise<Buffer<ArrayBuffer>>;
  readonly signal?: AbortSignal | undefined;
}

/** The bytes to store in place of the received ones, and their digest. */
export interface ChangedFile {
  readonly content: Buffer<ArrayBuffer>;
  readonly sha256: string;
}

/**
 * Judges a file in a thread, in turns that are fair between organizations. Throws a refusal.
 * @param store stores changed bytes before the next file's turn.
 * @returns its type, whether it breaks off early, and what was stored; `stored` is null when the received bytes are to be stored.
 */
export function judgeInThread<Stored>(
  jobs: InputJobs,
  { organization, ending, keepsPositions, read, signal }: FileInTurn,
  store: (changed: ChangedFile) => Promise<Stored>,
): Promise<{ readonly contentType: FileType; readonly isDamaged: boolean; readonly stored: Stored | null }> {
  return jobs
    .run(
      judgeJob,
      {
        organization,
        signal,
        read: async () => {
          const bytes = await read();
          return { input: { bytes, ending, keepsPositions }, moved: [bytes.buffer] };
        },
      },
      async (judged) => {
        if ('refused' in judged) throw new Refused(judged);
        const { contentType, isDamaged, changed } = judged;
        if (!changed) return { contentType, isDamaged, stored: null };
        const { buffer, byteOffset, byteLength } = changed.content;
        const content = Buffer.from(buffer, byteOffset, byteLength);
        return { contentType, isDamaged, stored: await store({ content, sha256: changed.sha256 }) };
      },
    )
    .catch((error: unknown) => {
      throw error instanceof JobOverLimit ? takesTooLong() : error;
    });
}
