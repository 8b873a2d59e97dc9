import type { Readable } from 'node:stream';
import { hasEndedEarly, HungUp } from '../limits/hang-up.ts';

/** Error for a body larger than its route accepts, sent or announced. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/**
 * Reads a body into memory.
 * @param announced its Content-Length.
 * @throws TooManyBytes as soon as it exceeds `max` bytes; nothing after that is buffered. HungUp when it ends early.
 */
export async function readBytes(body: Readable, maxBytes: number, announced: string | undefined): Promise<Buffer> {
  if (Number(announced) > maxBytes) throw new TooManyBytes();
  // It emits nothing any more: waiting for its end would take forever.
  if (hasEndedEarly(body)) throw new HungUp();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(new TooManyBytes());
    });
    body.once('end', () => resolve(Buffer.concat(chunks)));
    body.once('error', reject);
    body.once('close', () => reject(new HungUp()));
  });
}
