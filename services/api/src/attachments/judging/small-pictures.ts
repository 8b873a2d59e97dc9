import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { FileType } from '@plimsoll/contracts/attachments/file-types';
import type { Sharp } from 'sharp';
import { FileTurns } from './turns.ts';

/** Time limit for decoding. */
const MAX_MS = 30_000;
/** Has the extension of this file: in tests both are TypeScript sources. */
const program = fileURLToPath(new URL(`./heic-process${extname(import.meta.url)}`, import.meta.url));

/** Makes thumbnails. */
@Injectable()
export class SmallPictures {
  /** One at a time, since each picture is in memory. */
  readonly #turns = new FileTurns();
  /**
   * Decoding HEIC takes seconds and hundreds of MB: one at a time, each in a process of its own, so that other pictures
   * do not wait for it.
   */
  readonly #heicTurns = new FileTurns();

  /**
   * Makes a thumbnail of at most this width and height, upright; null for a picture that cannot be decoded.
   * @param read called when its turn has come.
   */
  async of(
    read: () => Promise<Buffer>,
    contentType: FileType,
    width: number,
    encoded: (small: Sharp) => Sharp,
  ): Promise<Buffer | null> {
    const make = async (content: Buffer) => {
      const { default: sharp } = await import('sharp');
      return encoded(sharp(content).rotate().resize({ width, height: width, fit: 'inside', withoutEnlargement: true }))
        .toBuffer()
        .catch(() => null);
    };
    if (contentType !== 'image/heic') return this.#turns.take(async () => make(await read()));
    const decoded = await this.#heicTurns.take(async () => decodeHeic(await read(), width));
    return decoded && make(decoded);
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
