import { boxes, type Box } from '../boxes.ts';
import { contentOfMeta, eraseFromMeta, eraseFromUuid } from './box-metadata.ts';
import type { Eraser, Range } from './eraser.ts';
import { eraseFromExif } from './exif.ts';
import { eraseFromVideo } from './video.ts';
import { eraseFromXmp } from './xmp.ts';

/** Items that are pictures, or say how pictures are put together. */
const PICTURES = new Set('hvc1 hev1 lhv1 av01 avc1 vvc1 jpeg j2k1 unci mski grid iden iovl tmap'.split(' '));
const XMP_TYPE = 'application/rdf+xml';

interface Item {
  readonly type: string;
  /** The media type of a `mime` item, and how it is packed. */
  readonly mime: string;
  readonly encoding: string;
}

/**
 * Erases locations from a HEIC: from its items of EXIF and XMP, wherever their bytes are, and from its boxes. Items of
 * another kind than pictures are emptied.
 */
export function eraseFromHeic(content: Buffer, eraser: Eraser): void {
  for (const box of boxes(content)) {
    eraser.read(1);
    if (box.type === 'meta') {
      eraseFromItemsOf(content, box, eraser);
      eraseFromMeta(content, box, eraser);
    } else if (box.type === 'uuid') eraseFromUuid(content, box, eraser);
    else if (box.type === 'free' || box.type === 'skip') eraser.fill(content, 0, box.from, box.to);
    else if (box.type === 'mpvd') eraseFromVideo(content.subarray(box.from, box.to), eraser);
  }
  if (content.includes('moov', 0, 'latin1')) eraseFromVideo(content, eraser, true);
}

function eraseFromItemsOf(content: Buffer, meta: Box, eraser: Eraser): void {
  const inside = [...boxes(content, contentOfMeta(content, meta), meta.to)];
  const find = (type: string) => inside.find((box) => box.type === type);
  const [infos, locations, data] = [find('iinf'), find('iloc'), find('idat')];
  if (!infos || !locations) return;
  const items = itemsIn(content, infos, eraser);
  for (const [id, ranges] of placesIn(content, locations, data?.from ?? content.length, eraser)) {
    const item = items.get(id);
    if (!item || PICTURES.has(item.type) || ranges.length === 0) continue;
    eraser.gathered(content, ranges, (whole) => {
      if (item.type === 'Exif') eraseFromItem(whole, eraser);
      else if (item.mime === XMP_TYPE && item.encoding === '') eraseFromXmp(whole, eraser);
      else eraser.fill(whole, 0);
    });
  }
}

/** EXIF behind the offset of its TIFF structure; a few programs write no offset. */
function eraseFromItem(item: Buffer, eraser: Eraser): void {
  const offset = item.length >= 4 ? item.readUInt32BE(0) : 0;
  const isFound = eraseFromExif(item.subarray(Math.min(4 + offset, item.length)), eraser);
  if (!isFound && !eraseFromExif(item, eraser) && !eraseFromExif(item.subarray(4), eraser)) eraser.fill(item, 0);
}

function itemsIn(content: Buffer, { from, to }: Box, eraser: Eraser): Map<number, Item> {
  const items = new Map<number, Item>();
  const first = from + (content[from] === 0 ? 6 : 8);
  for (const box of boxes(content, Math.min(first, to), to)) {
    eraser.read(1);
    const version = content[box.from];
    if (box.type !== 'infe' || (version !== 2 && version !== 3)) continue;
    const id = box.from + 4;
    const type = id + (version === 2 ? 4 : 6);
    if (type + 4 > box.to) continue;
    const [, mime = '', encoding = ''] = content
      .toString('latin1', type + 4, Math.min(box.to, type + 1_000))
      .split('\0');
    items.set(version === 2 ? content.readUInt16BE(id) : content.readUInt32BE(id), {
      type: content.toString('latin1', type, type + 4),
      mime,
      encoding,
    });
  }
  return items;
}

/** Where the bytes of each item are (ISO/IEC 14496-12, 8.11.3). */
function* placesIn(
  content: Buffer,
  { from, to }: Box,
  data: number,
  eraser: Eraser,
): Generator<readonly [id: number, ranges: readonly Range[]]> {
  const reader = new Reader(content, from, to);
  const version = reader.number(1);
  reader.number(3);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = reader.halves();
  const idBytes = version < 2 ? 2 : 4;
  for (let left = reader.number(idBytes); left > 0 && !reader.isOver; left--) {
    eraser.read(1);
    const id = reader.number(idBytes);
    const method = version > 0 ? reader.number(2) & 0xf : 0;
    reader.number(2);
    const base = reader.number(baseBytes!);
    const ranges: Range[] = [];
    for (let extents = reader.number(2); extents > 0 && !reader.isOver; extents--) {
      eraser.read(1);
      if (version > 0) reader.number(indexBytes!);
      const start = (method === 1 ? data : 0) + base + reader.number(offsetBytes!);
      const length = reader.number(lengthBytes!);
      const end = length === 0 ? content.length : start + length;
      if (start < content.length) ranges.push({ from: start, to: Math.min(end, content.length) });
    }
    // Method 2 takes bytes of another item, which is cleaned itself.
    if (method < 2) yield [id, ranges];
  }
}

/** Reads numbers one after the other; 0 beyond the end. */
class Reader {
  readonly #content: Buffer;
  readonly #end: number;
  #at: number;

  constructor(content: Buffer, from: number, end: number) {
    this.#content = content;
    this.#at = from;
    this.#end = end;
  }

  get isOver(): boolean {
    return this.#at >= this.#end;
  }

  number(bytes: number): number {
    const from = this.#at;
    this.#at += bytes;
    if (bytes === 0 || this.#at > this.#end) return 0;
    return bytes === 8
      ? Number(this.#content.readBigUInt64BE(from))
      : this.#content.readUIntBE(from, Math.min(bytes, 6));
  }

  /** Two bytes as four numbers of four bits. */
  halves(): number[] {
    const both = this.number(2);
    return [both >> 12, (both >> 8) & 0xf, (both >> 4) & 0xf, both & 0xf];
  }
}
