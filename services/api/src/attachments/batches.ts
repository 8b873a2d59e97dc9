import { open } from 'node:fs/promises';

/**
 * Releases the memory of a buffer at once. Buffers are outside the heap, and V8 only collects unused ones after they
 * have grown by about a hundred megabytes.
 * @param bytes owner of its memory, which nothing else reads, such as a cipher's output; empty afterwards.
 */
export function freeNow(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

/** Yields the pieces of a stream; each is valid until the next is requested. */
export async function* eachFreed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    yield bytes;
    freeNow(bytes);
  }
}

/**
 * Fixed buffer that collects bytes until it is full. A new buffer per piece would take more memory than the files until
 * the next garbage collection.
 */
export class ByteBatch {
  readonly #buffer: Buffer;
  #filled = 0;

  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafeSlow(bytes);
  }

  get isFull(): boolean {
    return this.#filled === this.#buffer.length;
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  /** Copies as much as fits of `bytes` from `at` on; returns the number of bytes copied. */
  add(bytes: Uint8Array, at: number): number {
    const count = Math.min(this.#buffer.length - this.#filled, bytes.length - at);
    this.#buffer.set(bytes.subarray(at, at + count), this.#filled);
    this.#filled += count;
    return count;
  }

  /** The collected bytes; valid until more are added. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#filled = 0;
    return bytes;
  }
}

/**
 * Regroups a stream into pieces of the size of `batch`, except the last; yields at least one. Each piece overwrites the
 * previous one.
 */
export async function* inBatches(content: AsyncIterable<Buffer>, held: ByteBatch): AsyncGenerator<Buffer> {
  // Discards what an aborted stream may have left in the buffer.
  held.take();
  for await (const some of content) {
    for (let at = 0; at < some.length; ) {
      // Only the end of the stream shows which piece is the last.
      if (held.isFull) yield held.take();
      at += held.add(some, at);
    }
  }
  yield held.take();
}

/** Number of bytes per read. */
const READ_BYTES = 262_144;

/**
 * Reads a local file in pieces, each overwriting the previous one; a stream would allocate a buffer for each. @throws
 * when the file does not exist.
 */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    for (let read = await handle.read(buffer); read.bytesRead > 0; read = await handle.read(buffer))
      yield buffer.subarray(0, read.bytesRead);
  } finally {
    await handle.close();
  }
}
