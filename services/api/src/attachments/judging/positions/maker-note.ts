import type { Eraser, Range } from './eraser.ts';
import { saysPositionInBytes } from './position-names.ts';
import { openTiff, type Tiff } from './tiff.ts';

/** Tags of maker notes that name places, by the make that begins the note. Values of directories are in TIFF offsets. */
const MAKES: readonly { readonly mark: string; readonly header: number; readonly places: ReadonlySet<number> }[] = [
  // Location, country, state, city, landmark, city.
  { mark: 'Panasonic\0', header: 12, places: new Set([0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x80]) },
];
/** Nikon has a TIFF structure of its own behind ten bytes. Its tag has the name of the place. */
const NIKON = { mark: 'Nikon\0\u0002', header: 10, places: new Set([0x0039]) } as const;
/** Samsung has a directory without a mark. */
const SAMSUNG_PLACES = new Set([0x002f, 0x0030, 0x0031, 0x0032, 0x0033]);
const SAMSUNG_VERSION = 0x0001;

/**
 * Erases locations from a maker note. What is known to name a place is overwritten alone; a note of unknown form that
 * seems to say where something is goes as a whole.
 */
export function eraseFromMakerNote(tiff: Tiff, { from, to }: Range, eraser: Eraser): void {
  const note = tiff.bytes.subarray(from, to);
  if (note.length < 16) return;
  const begins = (mark: string) => note.toString('latin1', 0, mark.length) === mark;
  if (begins(NIKON.mark)) {
    const own = openTiff(note.subarray(NIKON.header), eraser);
    if (own) erasePlaces(own, own.u32(4), NIKON.places, eraser);
  } else {
    const make = MAKES.find(({ mark }) => begins(mark));
    if (make) erasePlaces(tiff, from + make.header, make.places, eraser);
    else if (isSamsung(tiff, from, to)) erasePlacesOfSamsung(tiff, { from, to }, eraser);
  }
  if (saysPositionInBytes(note.toString('latin1'))) eraser.fill(note, 0);
}

function erasePlaces(tiff: Tiff, directory: number, places: ReadonlySet<number>, eraser: Eraser): void {
  for (const { tag, from, to } of tiff.entriesAt(directory)) if (places.has(tag)) eraser.fill(tiff.bytes, 0, from, to);
}

/** Its directory begins with the version of the note. */
const isSamsung = (tiff: Tiff, from: number, to: number): boolean =>
  from + 14 <= to &&
  tiff.u16(from) < 100 &&
  tiff.u16(from + 2) === SAMSUNG_VERSION &&
  /^0[01]\d\d$/.test(tiff.bytes.toString('latin1', from + 10, from + 14));

/** Offsets are those of the TIFF structure in some models, and those of the note in others. */
function erasePlacesOfSamsung(tiff: Tiff, note: Range, eraser: Eraser): void {
  for (const { tag, from, to } of tiff.entriesAt(note.from)) {
    if (!SAMSUNG_PLACES.has(tag)) continue;
    const base = from >= note.from && from < note.to ? 0 : note.from;
    eraser.fill(tiff.bytes, 0, base + from, base + to);
  }
}
