import { boxes, type Box } from '../boxes.ts';
import { UnreadableMetadata, type Eraser, type Range } from './eraser.ts';
import { saysPosition } from './position-names.ts';

const SPACE = 0x20;
/** Whether the samples of a track are erased: all of them, or texts that say where it was taken. */
export type TextCheck = 'ALWAYS' | 'IF_IT_SAYS_A_POSITION';
const DECIMAL_DEGREES = /-?\d{1,3}\.\d{4,}/;

const find = (content: Buffer, { from, to }: Box, type: string): Box | undefined => {
  for (const box of boxes(content, from, to)) if (box.type === type) return box;
  return undefined;
};

/** Reads entries of a table that has a version and their number before them. */
function* tableOf(content: Buffer, table: Box | undefined, bytes: number, eraser: Eraser): Generator<number> {
  if (!table || table.from + 8 > table.to) return;
  let at = table.from + 8;
  for (let left = content.readUInt32BE(table.from + 4); left > 0 && at + bytes <= table.to; left--, at += bytes) {
    eraser.readSample();
    yield at;
  }
}

/** Erases the samples of a track. */
export function eraseSamples(content: Buffer, media: Box, check: TextCheck, eraser: Eraser): void {
  const information = find(content, media, 'minf');
  const table = information && find(content, information, 'stbl');
  if (!table) return;
  for (const range of samplesIn(content, table, eraser)) erase(content, range, check, eraser);
}

function erase(content: Buffer, { from, to }: Range, check: TextCheck, eraser: Eraser): void {
  if (check === 'ALWAYS') return eraser.fill(content, 0, from, to);
  eraser.look(Math.max(0, Math.min(to, content.length) - from));
  const text = content.toString('latin1', from, to);
  if (!saysPosition(text) && !DECIMAL_DEGREES.test(text)) return;
  // A text begins with its length.
  eraser.fill(content, SPACE, from + 2, to);
}

/** How many bits each size of a compact table may have. */
const COMPACT_SIZES = new Set([4, 8, 16]);

interface SampleSizes {
  readonly count: number;
  of(sample: number): number;
}

/** The sizes of a track's samples (ISO/IEC 14496-12, 8.7.3); null where they are not in a known form. */
function sizesIn(content: Buffer, table: Box): SampleSizes | null {
  const plain = find(content, table, 'stsz');
  const sizes = plain ?? find(content, table, 'stz2');
  if (!sizes || sizes.from + 12 > sizes.to) return null;
  const fixed = plain ? content.readUInt32BE(sizes.from + 4) : 0;
  const bits = plain ? 32 : content[sizes.from + 7]!;
  if (!plain && !COMPACT_SIZES.has(bits)) return null;
  const bytes = Math.ceil(bits / 8);
  return {
    count: content.readUInt32BE(sizes.from + 8),
    of: (sample) => {
      if (fixed > 0) return fixed;
      const at = sizes.from + 12 + Math.floor((sample * bits) / 8);
      if (at + bytes > sizes.to) throw new UnreadableMetadata('The sizes of samples break off');
      const size = content.readUIntBE(at, bytes);
      if (bits !== 4) return size;
      return sample % 2 === 0 ? size >> 4 : size & 0xf;
    },
  };
}

/**
 * Where the samples of a track are: their sizes, how many are in each chunk, and where chunks begin.
 * @throws UnreadableMetadata for samples without readable sizes, which could not be erased.
 */
function* samplesIn(content: Buffer, table: Box, eraser: Eraser): Generator<Range> {
  const sizes = sizesIn(content, table);
  const perChunk = [...tableOf(content, find(content, table, 'stsc'), 12, eraser)].map((at) => ({
    first: content.readUInt32BE(at),
    samples: content.readUInt32BE(at + 4),
  }));
  const wide = find(content, table, 'co64');
  let [sample, rule, chunk] = [0, 0, 0];
  for (const at of tableOf(content, wide ?? find(content, table, 'stco'), wide ? 8 : 4, eraser)) {
    // A film in fragments may have no sizes here, since it has no chunks.
    if (!sizes) throw new UnreadableMetadata('The sizes of samples cannot be read');
    chunk += 1;
    while (rule + 1 < perChunk.length && perChunk[rule + 1]!.first <= chunk) rule += 1;
    let from = wide ? Number(content.readBigUInt64BE(at)) : content.readUInt32BE(at);
    for (let left = perChunk[rule]?.samples ?? 0; left > 0 && sample < sizes.count && from < content.length; left--) {
      eraser.readSample();
      const to = from + sizes.of(sample++);
      yield { from, to };
      from = to;
    }
  }
}

const HAS_BASE = 0x1;
const HAS_DEFAULT_SIZE = 0x10;
const RUN_HAS_OFFSET = 0x1;
const RUN_HAS_FIRST_FLAGS = 0x4;
const RUN_HAS_SIZE = 0x200;

/** Erases the samples of such tracks in a fragment (ISO/IEC 14496-12, 8.8). */
export function eraseFromFragment(
  content: Buffer,
  fragment: Box,
  tracks: ReadonlyMap<number, TextCheck>,
  eraser: Eraser,
): void {
  for (const track of boxes(content, fragment.from, fragment.to)) {
    eraser.read(1);
    const header = track.type === 'traf' ? find(content, track, 'tfhd') : undefined;
    if (!header || header.from + 8 > header.to) continue;
    const check = tracks.get(content.readUInt32BE(header.from + 4));
    if (!check) continue;
    const flags = content.readUIntBE(header.from + 1, 3);
    const base = flags & HAS_BASE ? Number(content.readBigUInt64BE(header.from + 8)) : fragment.start;
    const size = header.from + 8 + (flags & HAS_BASE ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0);
    const usual = flags & HAS_DEFAULT_SIZE && size + 4 <= header.to ? content.readUInt32BE(size) : 0;
    for (const run of boxes(content, track.from, track.to))
      if (run.type === 'trun')
        for (const one of samplesOfRun(content, run, base, usual, eraser)) erase(content, one, check, eraser);
  }
}

function* samplesOfRun(content: Buffer, run: Box, base: number, usual: number, eraser: Eraser): Generator<Range> {
  if (run.from + 8 > run.to) return;
  const flags = content.readUIntBE(run.from + 1, 3);
  let at = run.from + 8;
  let from = base;
  if (flags & RUN_HAS_OFFSET && at + 4 <= run.to) {
    from += content.readInt32BE(at);
    at += 4;
  }
  if (flags & RUN_HAS_FIRST_FLAGS) at += 4;
  const fields = [0x100, RUN_HAS_SIZE, 0x400, 0x800].filter((field) => flags & field);
  const place = fields.indexOf(RUN_HAS_SIZE);
  for (let left = content.readUInt32BE(run.from + 4); left > 0 && from < content.length && from >= 0; left--) {
    eraser.readSample();
    const isThere = place >= 0 && at + 4 * fields.length <= run.to;
    const to = from + (isThere ? content.readUInt32BE(at + 4 * place) : usual);
    yield { from, to };
    from = to;
    at += 4 * fields.length;
  }
}
