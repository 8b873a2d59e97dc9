import { Injectable } from '@nestjs/common';
import { HeicDecoder } from '../attachments/judging/heic-decoder.ts';
import { heicPixels, isHeic } from '../attachments/judging/pixels.ts';
import { takesTooLong } from '../attachments/judging/judge-in-thread.ts';
import { Refused } from '../http/problems/problem-of.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../platform/jobs/job-over-limit.ts';
import { brokenPicture, MAX_BYTES, MAX_PIXELS, MAX_SIDE_PIXELS, tooLargePicture } from './picture-limits.ts';

const convertJob = defineJob<typeof import('./make-picture-thread.ts'), 'convert'>(
  import.meta.url,
  './make-picture-thread',
  { name: 'convert', lane: 'PICTURES', maxMs: 30_000 },
);

/** Converts files to the pictures to show: photos of people, and logos. */
@Injectable()
export class PictureMaker {
  constructor(
    private readonly jobs: InputJobs,
    private readonly heic: HeicDecoder,
  ) {}

  /**
   * Converts a file in a thread. Throws a refusal.
   * @param owner guid of the account or organization; turns are fair between them.
   * @param field the field that errors name.
   */
  async make(owner: string, file: Buffer, field = 'body'): Promise<Buffer> {
    const bytes = isHeic(file) ? await this.#decoded(owner, file, field) : file;
    const picture = await this.jobs
      .run(convertJob, { organization: owner, read: () => ({ input: { bytes, field } }) })
      .catch((error: unknown) => {
        throw error instanceof JobOverLimit ? takesTooLong(field) : error;
      });
    if ('refused' in picture) throw new Refused(picture);
    return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  }

  /** Phones take photos as HEIC, which the library for pictures does not decode. */
  async #decoded(owner: string, file: Buffer, field: string): Promise<Buffer> {
    if (file.length > MAX_BYTES || heicPixels(file) > MAX_PIXELS) throw new Refused(tooLargePicture(field));
    const decoded = await this.heic.decode(owner, () => file, MAX_SIDE_PIXELS);
    if (!decoded) throw new Refused(brokenPicture(field));
    return decoded;
  }
}
