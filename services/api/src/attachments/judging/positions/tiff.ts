import type { Eraser } from './eraser.ts';

/** Bytes per value, by TIFF type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY_BYTES = 12;

/** A directory's entry. */
export interface Entry {
  readonly tag: number;
  /** Where its value is. */
  readonly from: number;
  readonly to: number;
}

/** Reads TIFF directories. */
export class Tiff {
  readonly bytes: Buffer;
  readonly #eraser: Eraser;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, order: string, eraser: Eraser) {
    this.bytes = bytes;
    this.#eraser = eraser;
    this.#isLittle = order === 'II';
  }

  u16(at: number): number {
    return this.#isLittle ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    return this.#isLittle ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  /** How many entries the directory has; null beyond the end. */
  #countAt(directory: number): number | null {
    if (directory + 2 > this.bytes.length) return null;
    return Math.min(this.u16(directory), Math.floor((this.bytes.length - directory - 2) / ENTRY_BYTES));
  }

  entriesAt(directory: number): Entry[] {
    const count = this.#countAt(directory) ?? 0;
    this.#eraser.read(1 + count);
    return Array.from({ length: count }, (_, index) => {
      const entry = directory + 2 + index * ENTRY_BYTES;
      const bytes = (TYPE_BYTES[this.u16(entry + 2)] ?? 1) * this.u32(entry + 4);
      const from = bytes > 4 ? this.u32(entry + 8) : entry + 8;
      return { tag: this.u16(entry), from, to: Math.min(from + bytes, this.bytes.length) };
    });
  }

  /** The directory after this one; 0 for none. */
  nextOf(directory: number): number {
    const next = directory + 2 + (this.#countAt(directory) ?? 0) * ENTRY_BYTES;
    return next + 4 <= this.bytes.length ? this.u32(next) : 0;
  }

  /** Empties a directory and overwrites its values. */
  eraseDirectory(directory: number): void {
    const count = this.#countAt(directory);
    if (count === null) return;
    for (const { from, to } of this.entriesAt(directory)) this.#eraser.fill(this.bytes, 0, from, to);
    this.#eraser.fill(this.bytes, 0, directory, directory + 2 + count * ENTRY_BYTES);
  }
}

/** Opens a TIFF structure; null for other bytes. */
export function openTiff(bytes: Buffer, eraser: Eraser): Tiff | null {
  const order = bytes.toString('latin1', 0, 2);
  if (bytes.length < 14 || (order !== 'II' && order !== 'MM')) return null;
  const tiff = new Tiff(bytes, order, eraser);
  return tiff.u16(2) === 42 ? tiff : null;
}
