import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { FileType } from '@plimsoll/contracts/attachments/file-types';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { FairQueue } from '../../platform/jobs/fair-queue.ts';
import { InputJobs } from '../../platform/jobs/input-jobs.ts';
import { JobOverLimit } from '../../platform/jobs/job-over-limit.ts';
import { takesTooLong } from './judge-in-thread.ts';

/** Time limit for decoding. */
const MAX_MS = 30_000;
/** Pictures of one organization that wait. */
const MAX_WAITING = 100;
/** Has the extension of this file: in tests both are TypeScript sources. */
const program = fileURLToPath(new URL(`./heic-process${extname(import.meta.url)}`, import.meta.url));

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
  /**
   * Decoding HEIC takes seconds and hundreds of MB: one at a time, each in a process of its own, so that other pictures
   * do not wait for it.
   */
  readonly #heicTurns = new FairQueue({ running: 1, runningPerOrganization: 1, waitingPerOrganization: MAX_WAITING });

  constructor(private readonly jobs: InputJobs) {}

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
    const decoded = await this.#heicTurns.run({ organization, lane: 'HEIC' }, async () =>
      decodeHeic(await read(), width),
    );
    return decoded && draw(() => Promise.resolve(ownBuffer(decoded)));
  }
}

/** The bytes in a buffer that belongs to nothing else. */
function ownBuffer(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Decodes to PNG; null for an invalid picture or after the time limit. The process gets nothing but the picture. */
async function decodeHeic(content: Buffer, width: number): Promise<Buffer | null> {
  const child = spawn(process.execPath, [program, String(width)], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: {},
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  const picture = buffer(child.stdio[3] as Readable);
  // A process that ends early has not read all of its input.
  const { stdin } = child;
  stdin!.on('error', () => undefined);
  stdin!.end(content);
  const [png, [code]] = await Promise.all([picture, ended]);
  return code === 0 ? png : null;
}
