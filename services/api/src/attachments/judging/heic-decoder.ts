import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../platform/jobs/fair-queue.ts';

/** Time limit for decoding. */
const MAX_MS = 30_000;
/** Pictures of one organization that wait. */
const MAX_WAITING = 100;
/** Has the extension of this file: in tests both are TypeScript sources. */
const program = fileURLToPath(new URL(`./heic-process${extname(import.meta.url)}`, import.meta.url));

/**
 * Decodes HEIC, which takes seconds and hundreds of MB: one at a time, each in a process of its own, so that other
 * pictures do not wait for it.
 */
@Injectable()
export class HeicDecoder {
  readonly #turns = new FairQueue({ running: 1, runningPerOrganization: 1, waitingPerOrganization: MAX_WAITING });

  /**
   * Decodes a picture to PNG, at most so wide and high; null for an invalid picture or after the time limit.
   * @param organization turns are fair between them.
   * @param read called when the turn has come.
   */
  decode(organization: string, read: () => Buffer | Promise<Buffer>, width: number): Promise<Buffer | null> {
    return this.#turns.run({ organization, lane: 'HEIC' }, async () => decodeHeic(await read(), width));
  }
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
