import type { Readable } from 'node:stream';

/** More bytes were sent, or announced, than the route takes. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/**
 * Reads a body whole, as it was sent. @param announced what its Content-Length says.
 * @throws TooManyBytes as soon as there are more than `most`; of the rest nothing is kept.
 */
export async function readBytes(body: Readable, most: number, announced: string | undefined): Promise<Buffer> {
  if (Number(announced) > most) throw new TooManyBytes();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else reject(new TooManyBytes());
    });
    body.once('end', () => resolve(Buffer.concat(chunks)));
    body.once('error', reject);
    body.once('close', () => reject(new Error('The body ended before its end')));
  });
}
