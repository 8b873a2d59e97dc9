import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { freeNow, ByteBatch } from '../batches.ts';

/** Bytes per sealed frame: reading a range opens only the frames it touches. */
const FRAME_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** Each key seals one content once, so the frame's number serves as its nonce. */
function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

/**
 * Additional data that binds a frame to its file and to its end, so that files can be neither truncated nor recombined.
 */
const boundTo = (name: string, isLast: boolean): Buffer => Buffer.from(`${name}\n${isLast ? 'last' : 'more'}`);

function* sealFrame(
  key: KeyObject,
  name: string,
  frame: number,
  isLast: boolean,
  plain: Uint8Array,
): Generator<Buffer<ArrayBuffer>> {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(frame), { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(name, isLast));
  const sealed = cipher.update(plain);
  cipher.final();
  yield sealed;
  freeNow(sealed);
  yield cipher.getAuthTag();
}

/**
 * Seals a stream; each yielded piece is valid until the next is requested.
 * @param name of the file; this key never seals another content.
 */
export async function* sealFrames(
  key: KeyObject,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let frame = 0;
  const held = new ByteBatch(FRAME_BYTES);
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; ) {
      // Only the end of the stream shows which frame is the last.
      if (held.isFull) yield* sealFrame(key, name, frame++, false, held.take());
      at += held.add(bytes, at);
    }
  }
  yield* sealFrame(key, name, frame, true, held.take());
}

/** Size of sealed content. */
export const sealedSize = (size: number): number => size + TAG_BYTES * Math.max(1, Math.ceil(size / FRAME_BYTES));

/** Size of the content of sealed bytes. */
export const contentSize = (sealed: number): number =>
  sealed - TAG_BYTES * Math.max(1, Math.ceil(sealed / SEALED_FRAME_BYTES));

/** The range of sealed bytes that contains a range of the content. */
export const sealedRange = (from: number, to: number): { from: number; to: number } => ({
  from: Math.floor(from / FRAME_BYTES) * SEALED_FRAME_BYTES,
  to: Math.ceil(to / FRAME_BYTES) * SEALED_FRAME_BYTES,
});

/**
 * Opens sealed frames.
 * @param range of the content; `sealed` begins with its first frame, and `size` is the size of the whole content.
 * @throws when a frame was changed, moved, taken from another file, or is missing.
 */
export async function* openFrames(
  key: KeyObject,
  name: string,
  sealed: AsyncIterable<Buffer>,
  { from, to, size }: { from: number; to: number; size: number },
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const last = Math.max(0, Math.ceil(size / FRAME_BYTES) - 1);
  let frame = Math.floor(from / FRAME_BYTES);
  const held = new ByteBatch(SEALED_FRAME_BYTES);
  const open = (bytes: Buffer): Buffer<ArrayBuffer> => {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(frame), { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(name, frame === last));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(0, -TAG_BYTES));
    decipher.final();
    const start = frame++ * FRAME_BYTES;
    return plain.subarray(Math.max(0, from - start), Math.max(0, to - start));
  };
  for await (const bytes of sealed) {
    for (let at = 0; at < bytes.length; ) {
      at += held.add(bytes, at);
      if (held.isFull) yield open(held.take());
    }
  }
  if (!held.isEmpty) yield open(held.take());
  if (frame * FRAME_BYTES < to) throw new Error(`The file ${name} ends too early`);
}

/**
 * Reads opened frames as a stream that owns the sealed one. Until its first read nothing else listens to the sealed
 * bytes, whose error would then end the process, and nothing would close them.
 */
export function readingFrom(sealed: Readable, frames: AsyncIterable<Buffer>): Readable {
  const opened = Readable.from(frames, { objectMode: false });
  sealed.on('error', () => undefined);
  opened.once('close', () => sealed.destroy());
  return opened;
}
