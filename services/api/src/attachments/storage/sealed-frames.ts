import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { freeNow, Gathered } from '../batches.ts';

/** So many bytes of a file are sealed together: a range opens the frames that it touches. */
export const FRAME_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** Each key seals one content, once: so a frame's number serves as its nonce. */
function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

/** What a frame is bound to: its file, and whether the file ends with it, so that none is cut short or put together anew. */
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

/** Seals a content as it comes, in pieces that are each there until the next is asked for. @param name of the file, which no other content is ever sealed for with this key. */
export async function* sealFrames(
  key: KeyObject,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let frame = 0;
  const held = new Gathered(FRAME_BYTES);
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; ) {
      // Which one is the last is known at the end alone.
      if (held.isFull) yield* sealFrame(key, name, frame++, false, held.take());
      at += held.add(bytes, at);
    }
  }
  yield* sealFrame(key, name, frame, true, held.take());
}

/** How many bytes a content has once it is sealed. */
export const sealedSize = (size: number): number => size + TAG_BYTES * Math.max(1, Math.ceil(size / FRAME_BYTES));

/** The sealed bytes that hold a range of the content. */
export const sealedRange = (from: number, to: number): { from: number; to: number } => ({
  from: Math.floor(from / FRAME_BYTES) * SEALED_FRAME_BYTES,
  to: Math.ceil(to / FRAME_BYTES) * SEALED_FRAME_BYTES,
});

/**
 * Opens frames again. @param range of the content, whose frames `sealed` begins with; `size` is that of the whole content.
 * @throws when a frame was changed, belongs to another file or place, or is missing.
 */
export async function* openFrames(
  key: KeyObject,
  name: string,
  sealed: AsyncIterable<Buffer>,
  { from, to, size }: { from: number; to: number; size: number },
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const last = Math.max(0, Math.ceil(size / FRAME_BYTES) - 1);
  let frame = Math.floor(from / FRAME_BYTES);
  const held = new Gathered(SEALED_FRAME_BYTES);
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
