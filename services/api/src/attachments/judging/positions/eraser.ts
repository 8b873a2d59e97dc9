/** Entries of directories and boxes that are read per file, far beyond what devices write. */
const MAX_ENTRIES = 100_000;
/** Samples of tracks that are read per file: hours of what sensors record. */
const MAX_SAMPLES = 4_000_000;
/** How often each byte of a file may be looked through or erased. */
const LOOKS = 16;
/** The same for each byte of unpacked metadata, of which a small file may have a lot. */
const UNPACKED_LOOKS = 4;
/** Bytes that compressed metadata of one file may have together when it is unpacked. */
const MAX_UNPACKED = 64 * 2 ** 20;

/** Error of a file whose metadata claims to be far more than any device writes. */
export class UnreadableMetadata extends Error {
  override readonly name = 'UnreadableMetadata';
}

/** A part of a file, from `from` until before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Overwrites bytes, records whether any of them changed, and limits the work on one file. */
export class Eraser {
  hasErased = false;
  #entriesLeft = MAX_ENTRIES;
  #samplesLeft = MAX_SAMPLES;
  #unpackedLeft = MAX_UNPACKED;
  #bytesLeft: number;

  /** @param size of the file in bytes. */
  constructor(size: number) {
    this.#bytesLeft = LOOKS * size;
  }

  /** Counts entries of directories that are read. @throws UnreadableMetadata when there are too many. */
  read(entries: number): void {
    this.#entriesLeft -= entries;
    if (this.#entriesLeft < 0) throw new UnreadableMetadata('There are too many entries');
  }

  /** Counts a sample of a track. @throws UnreadableMetadata when there are too many. */
  readSample(): void {
    this.#samplesLeft -= 1;
    if (this.#samplesLeft < 0) throw new UnreadableMetadata('There are too many samples');
  }

  /** Counts bytes that are looked through. @throws UnreadableMetadata when they are far more than the file has. */
  look(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new UnreadableMetadata('The entries overlap');
  }

  /** How many bytes compressed metadata may still have. */
  get unpackedLeft(): number {
    return this.#unpackedLeft;
  }

  unpacked(bytes: number): void {
    this.#unpackedLeft -= bytes;
    this.#bytesLeft += UNPACKED_LOOKS * bytes;
  }

  /** Allows no further compressed metadata. */
  unpackNoMore(): void {
    this.#unpackedLeft = 0;
  }

  fill(part: Buffer, byte: number, from = 0, to = part.length): void {
    const end = Math.min(to, part.length);
    if (from >= end) return;
    this.look(end - from);
    for (let at = from; at < end && !this.hasErased; at += 1) this.hasErased = part[at] !== byte;
    part.fill(byte, from, end);
  }

  write(part: Buffer, bytes: Buffer, at: number): void {
    this.hasErased ||= !part.subarray(at, at + bytes.length).equals(bytes);
    bytes.copy(part, at);
  }

  /** Cleans what is in several places of a file as if it were in one piece. */
  gathered(content: Buffer, ranges: readonly Range[], clean: (whole: Buffer) => void): void {
    this.look(ranges.reduce((sum, { from, to }) => sum + to - from, 0));
    if (ranges.length === 1) return clean(content.subarray(ranges[0]!.from, ranges[0]!.to));
    const whole = Buffer.concat(ranges.map(({ from, to }) => content.subarray(from, to)));
    clean(whole);
    let at = 0;
    for (const { from, to } of ranges) at += whole.copy(content, from, at, at + Math.min(to, content.length) - from);
  }
}
