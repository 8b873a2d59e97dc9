/** Byte order of a TIFF structure: lowest byte first, or highest. */
export type Order = 'II' | 'MM';

/** A value of an entry: bytes, a number, the start of another directory, or of bytes that are stored elsewhere. */
type Value = Buffer | number | { readonly directory: number } | { readonly startOf: Buffer };
export type Entry = readonly [tag: number, type: number, value: Value];

const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

export const numberOf = (order: Order, bytes: 2 | 4, value: number): Buffer => {
  const out = Buffer.alloc(bytes);
  if (order === 'II') out.writeUIntLE(value, 0, bytes);
  else out.writeUIntBE(value, 0, bytes);
  return out;
};

/** Whole numbers as rationals. */
export const rationalsOf = (order: Order, ...values: number[]): Buffer =>
  Buffer.concat(values.flatMap((value) => [numberOf(order, 4, value), numberOf(order, 4, 1)]));

/**
 * A TIFF structure of these directories.
 * @param second the directory after the first one.
 */
export function tiffOf(order: Order, directories: readonly (readonly Entry[])[], second = 0): Buffer {
  const starts: number[] = [];
  let end = 8;
  for (const entries of directories) {
    starts.push(end);
    end += 6 + ENTRY_BYTES * entries.length;
  }
  const data: Buffer[] = [];
  const store = (bytes: Buffer): number => {
    data.push(bytes);
    end += bytes.length;
    return end - bytes.length;
  };
  const u32 = (value: number) => numberOf(order, 4, value);
  const written = directories.map((entries, index) => {
    const lines = entries.map(([tag, type, value]) => {
      const head = Buffer.concat([numberOf(order, 2, tag), numberOf(order, 2, type)]);
      if (typeof value === 'number')
        return Buffer.concat([
          head,
          u32(1),
          type === SHORT ? Buffer.concat([numberOf(order, 2, value), Buffer.alloc(2)]) : u32(value),
        ]);
      if (!Buffer.isBuffer(value))
        return Buffer.concat([head, u32(1), u32('startOf' in value ? store(value.startOf) : starts[value.directory]!)]);
      const count = type === RATIONAL ? value.length / 8 : type === LONG ? value.length / 4 : value.length;
      if (value.length <= 4) return Buffer.concat([head, u32(count), value, Buffer.alloc(4 - value.length)]);
      return Buffer.concat([head, u32(count), u32(store(value))]);
    });
    const next = index === 0 && second > 0 ? starts[second]! : 0;
    return Buffer.concat([numberOf(order, 2, entries.length), ...lines, u32(next)]);
  });
  return Buffer.concat([Buffer.from(order), numberOf(order, 2, 42), u32(8), ...written, ...data]);
}
