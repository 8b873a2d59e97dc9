import { Injectable } from '@nestjs/common';
import type { FileType } from '@plimsoll/contracts/attachments/file-types';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { InputJobs } from '../../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../../platform/jobs/job-over-limit.ts';
import { HeicDecoder } from './heic-decoder.ts';
import { takesTooLong } from './judge-in-thread.ts';

/** Time limit for drawing. */
const MAX_MS = 30_000;

const drawJob = defineJob<typeof import('./picture-thread.ts'), 'drawSmall'>(import.meta.url, './picture-thread', {
  name: 'drawSmall',
  lane: 'PICTURES',
  maxMs: MAX_MS,
});

/** A picture to draw smaller. */
export interface LargePicture {
  readonly organization: string;
  readonly contentType: FileType;
  /** Maximum width and height. */
  readonly width: number;
  readonly format: 'WEBP' | 'JPEG';
  /** Called when its turn has come. The buffer moves to the thread. */
  readonly read: () => Promise<Buffer<ArrayBuffer>>;
}

/** Makes thumbnails in threads, in turns that are fair between organizations. */
@Injectable()
export class SmallPictures {
  constructor(
    private readonly jobs: InputJobs,
    private readonly heic: HeicDecoder,
  ) {}

  /** Makes a thumbnail, upright; null for a picture that cannot be decoded. Throws a refusal when it takes too long. */
  async of({ organization, contentType, width, format, read }: LargePicture): Promise<Buffer | null> {
    const draw = async (content: () => Promise<Buffer<ArrayBuffer>>) => {
      const drawn = await this.jobs
        .run(drawJob, {
          organization,
          read: async () => {
            const bytes = await content();
            return { input: { bytes, width, format }, moved: [bytes.buffer] };
          },
        })
        .catch((error: unknown) => {
          throw error instanceof JobOverLimit ? takesTooLong('') : error;
        });
      return drawn && Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    };
    if (contentType !== 'image/heic') return draw(read);
    const decoded = await this.heic.decode(organization, read, width);
    return decoded && draw(() => Promise.resolve(ownBuffer(decoded)));
  }
}

/** The bytes in a buffer that belongs to nothing else. */
function ownBuffer(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
