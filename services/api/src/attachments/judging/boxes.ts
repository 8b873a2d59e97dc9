import { UnreadableMetadata } from './positions/eraser.ts';

/** Boxes of one level, far beyond what devices write. */
const MAX_BOXES = 100_000;

/** A box of an ISO media file (HEIC, MP4, MOV). */
export interface Box {
  readonly type: string;
  /** Where it begins, with its length and type. */
  readonly start: number;
  /** Its content. */
  readonly from: number;
  readonly to: number;
  /** Whether the file ends before the box does. */
  readonly isCut: boolean;
}

/** Boxes of one level. @throws UnreadableMetadata when there are too many. */
export function* boxes(content: Buffer, begin = 0, end = content.length): Generator<Box> {
  let count = 0;
  for (let at = begin; at + 8 <= end; ) {
    if ((count += 1) > MAX_BOXES) throw new UnreadableMetadata('There are too many boxes');
    const short = content.readUInt32BE(at);
    const long = short === 1 && at + 16 <= end ? Number(content.readBigUInt64BE(at + 8)) : undefined;
    const length = long ?? (short === 0 ? end - at : short);
    const from = at + (long === undefined ? 8 : 16);
    if (length < from - at) return;
    yield {
      type: content.toString('latin1', at + 4, at + 8),
      start: at,
      from: Math.min(from, end),
      to: Math.min(end, at + length),
      isCut: at + length > end,
    };
    at += length;
  }
}
