import { boxes, type Box } from '../boxes.ts';
import { eraseBox, eraseFromMeta, eraseFromUserData, eraseFromUuid, eraseIso6709 } from './box-metadata.ts';
import type { Eraser } from './eraser.ts';
import { eraseFromFragment, eraseSamples, type TextCheck } from './video-samples.ts';

/** Boxes at the top of a video that have no place for a location. */
const HARMLESS = new Set('ftyp mdat mfra sidx ssix styp prft pdin emsg meco pnot PICT'.split(' '));
/** Boxes whose texts are looked through once more. */
const SAYS = new Set(['moov', 'meta', 'udta', 'uuid']);
const EMPTY = new Set(['free', 'skip', 'wide']);
const HARMLESS_IN_MOVIE = new Set('mvhd mvex iods clip ctab pssh'.split(' '));
const HARMLESS_IN_TRACK = new Set('tkhd mdia edts tref load tapt matt clip imap trgr'.split(' '));
/** Handlers of tracks without data about places. */
const SHOWN = new Set(['vide', 'soun', 'tmcd', 'hint', 'auxv', 'pict', 'sdsm', 'odsm', 'clcp']);
const TEXTS = new Set(['text', 'sbtl', 'subt']);

/**
 * Erases locations from a video: from its user data and metadata, and the samples of tracks that record where it was
 * taken. Boxes of vendors in a form that is not known are emptied.
 * @param isPicture whether it is in a HEIC, whose other boxes are not those of a video.
 */
export function eraseFromVideo(content: Buffer, eraser: Eraser, isPicture = false): void {
  const tracks = new Map<number, TextCheck>();
  for (const box of boxes(content)) {
    eraser.read(1);
    if (box.type === 'moov') eraseFromMovie(content, box, tracks, eraser);
    else if (box.type === 'moof') eraseFromFragment(content, box, tracks, eraser);
    else if (isPicture) continue;
    else if (box.type === 'meta') eraseFromMeta(content, box, eraser);
    else if (box.type === 'udta') eraseFromUserData(content, box, eraser);
    else if (box.type === 'uuid') eraseFromUuid(content, box, eraser);
    else if (EMPTY.has(box.type)) eraser.fill(content, 0, box.from, box.to);
    else if (!HARMLESS.has(box.type)) eraseBox(content, box, eraser);
    if (SAYS.has(box.type)) eraseIso6709(content.subarray(box.from, box.to), eraser);
  }
}

function eraseFromMovie(content: Buffer, movie: Box, tracks: Map<number, TextCheck>, eraser: Eraser): void {
  for (const box of boxes(content, movie.from, movie.to)) {
    eraser.read(1);
    if (box.type === 'trak') eraseFromTrack(content, box, tracks, eraser);
    else eraseFromOther(content, box, HARMLESS_IN_MOVIE, eraser);
  }
}

function eraseFromTrack(content: Buffer, track: Box, tracks: Map<number, TextCheck>, eraser: Eraser): void {
  for (const box of boxes(content, track.from, track.to)) {
    eraser.read(1);
    if (box.type === 'mdia') {
      const handler = handlerIn(content, box);
      if (SHOWN.has(handler)) continue;
      const check = TEXTS.has(handler) ? 'IF_IT_SAYS_A_POSITION' : 'ALWAYS';
      tracks.set(trackIn(content, track), check);
      eraseSamples(content, box, check, eraser);
    } else eraseFromOther(content, box, HARMLESS_IN_TRACK, eraser);
  }
}

function eraseFromOther(content: Buffer, box: Box, harmless: ReadonlySet<string>, eraser: Eraser): void {
  if (box.type === 'udta') eraseFromUserData(content, box, eraser);
  else if (box.type === 'meta') eraseFromMeta(content, box, eraser);
  else if (box.type === 'uuid') eraseFromUuid(content, box, eraser);
  else if (EMPTY.has(box.type)) eraser.fill(content, 0, box.from, box.to);
  else if (!harmless.has(box.type)) eraseBox(content, box, eraser);
}

function handlerIn(content: Buffer, media: Box): string {
  for (const { type, from } of boxes(content, media.from, media.to))
    if (type === 'hdlr') return content.toString('latin1', from + 8, from + 12);
  return '';
}

/** The track's number in its header, whose dates have four or eight bytes. */
function trackIn(content: Buffer, track: Box): number {
  for (const { type, from, to } of boxes(content, track.from, track.to)) {
    const at = from + (content[from] === 1 ? 20 : 12);
    if (type === 'tkhd' && at + 4 <= to) return content.readUInt32BE(at);
  }
  return 0;
}
