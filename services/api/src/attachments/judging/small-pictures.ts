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

/** A picture that takes longer serves nobody. */
const LONGEST_MS = 30_000;
/** The same kind of file as this one: in tests it is a source. */
const program = fileURLToPath(new URL(`./heic-process${extname(import.meta.url)}`, import.meta.url));

/** Makes small pictures of pictures. */
@Injectable()
export class SmallPictures {
  /** Each is in memory meanwhile. */
  readonly #turns = new FileTurns();
  /** A HEIC picture takes hundreds of MB and seconds while it is decoded: one at a time, in a process that ends with it. Others do not wait for it. */
  readonly #heicTurns = new FileTurns();

  /** At most so wide and high, and upright; null for what cannot be decoded. @param read is asked when its turn has come. */
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

/** As a PNG; null for what is none, or takes too long. The process knows nothing of ours but the picture. */
async function decodeHeic(content: Buffer, width: number): Promise<Buffer | null> {
  const child = spawn(process.execPath, [program, String(width)], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: {},
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  const picture = buffer(child.stdio[3] as Readable);
  // One that ends early has not read all.
  const { stdin } = child;
  stdin!.on('error', () => undefined);
  stdin!.end(content);
  const [made, [code]] = await Promise.all([picture, ended]);
  return code === 0 ? made : null;
}
