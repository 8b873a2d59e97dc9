import { open } from 'node:fs/promises';

/**
 * Gives the memory of a buffer back at once. Buffers lie outside of the heap, and V8 would only look for those that nothing
 * needs any more once they have grown by about a hundred megabytes.
 * @param bytes with memory of its own that nothing else reads, as a cipher's output is; empty afterwards.
 */
export function freeNow(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

/** What a stream gives, each piece until the next is asked for. */
export async function* eachFreed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    yield bytes;
    freeNow(bytes);
  }
}

/** Gathers bytes in one place until there are enough: buffers made anew for each piece would take more memory than the files, until they are collected. */
export class Gathered {
  readonly #room: Buffer;
  #filled = 0;

  constructor(bytes: number) {
    this.#room = Buffer.allocUnsafeSlow(bytes);
  }

  get isFull(): boolean {
    return this.#filled === this.#room.length;
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  /** Takes what fits in, of what stands from `at` on; answers how much that is. */
  add(bytes: Uint8Array, at: number): number {
    const taken = Math.min(this.#room.length - this.#filled, bytes.length - at);
    this.#room.set(bytes.subarray(at, at + taken), this.#filled);
    this.#filled += taken;
    return taken;
  }

  /** What was gathered, until more is added. */
  take(): Buffer {
    const taken = this.#room.subarray(0, this.#filled);
    this.#filled = 0;
    return taken;
  }
}

/** What comes, in pieces as large as `held` but the last, and one at least: each is written over by the next. */
export async function* inBatches(content: AsyncIterable<Buffer>, held: Gathered): AsyncGenerator<Buffer> {
  // What another content that broke off has left there is none of this one's.
  held.take();
  for await (const some of content) {
    for (let at = 0; at < some.length; ) {
      // Which one is the last is known at the end alone.
      if (held.isFull) yield held.take();
      at += held.add(some, at);
    }
  }
  yield held.take();
}

/** So many bytes of a file are read at once. */
const READ_BYTES = 262_144;

/** A file of this machine in pieces, each written over by the next: a stream would make a buffer anew for each. @throws when it is not there. */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const room = Buffer.allocUnsafeSlow(READ_BYTES);
    for (let read = await handle.read(room); read.bytesRead > 0; read = await handle.read(room))
      yield room.subarray(0, read.bytesRead);
  } finally {
    await handle.close();
  }
}
