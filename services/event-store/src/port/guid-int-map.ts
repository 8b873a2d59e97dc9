import { writeGuid } from '@plimsoll/postgres/guid-bytes';

/**
 * Maps guids to integers, for millions of entries: 32 to 64 bytes each, several times less than a Map with string keys.
 */
export class GuidIntMap {
  /** Slots of four words: three of the guid and the value. An empty slot is zero. */
  #table = new Uint32Array(4 * 1024);
  #size = 0;
  readonly #bytes = Buffer.alloc(16);

  /** Returns the value of a guid; undefined if it has none. */
  get(guid: string): number | undefined {
    const place = this.#placeOf(this.#wordsOf(guid));
    return this.#isFree(place) ? undefined : this.#table[place + 3];
  }

  /** Sets the value of a guid. @param mark an unsigned 32-bit integer. */
  set(guid: string, mark: number): void {
    if (this.#size * 8 > this.#table.length) this.#grow();
    const words = this.#wordsOf(guid);
    const place = this.#placeOf(words);
    if (this.#isFree(place)) this.#size++;
    this.#table.set([...words, mark], place);
  }

  /** The bits that vary between guids: all but the third quarter, which has version and variant. */
  #wordsOf(guid: string): readonly [number, number, number] {
    writeGuid(guid, this.#bytes, 0);
    // Never zero: that would be an empty slot.
    return [this.#bytes.readUInt32LE(0) || 1, this.#bytes.readUInt32LE(4), this.#bytes.readUInt32LE(12)];
  }

  #placeOf([one, two, three]: readonly [number, number, number]): number {
    const table = this.#table;
    const places = table.length / 4;
    for (let place = (one ^ two ^ three) >>> 0; ; place++) {
      const at = (place % places) * 4;
      if (table[at] === 0 || (table[at] === one && table[at + 1] === two && table[at + 2] === three)) return at;
    }
  }

  #isFree = (place: number): boolean => this.#table[place] === 0;

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 4) {
      if (before[at] !== 0)
        this.#table.set(before.subarray(at, at + 4), this.#placeOf([before[at]!, before[at + 1]!, before[at + 2]!]));
    }
  }
}
