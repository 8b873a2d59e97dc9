import { boxes, type Box } from '../boxes.ts';
import type { Eraser } from './eraser.ts';
import { isPositionName, saysPosition } from './position-names.ts';
import { eraseFromXmp } from './xmp.ts';

const SPACE = 0x20;
/** Type of a box that readers ignore. */
const FREE = Buffer.from('free', 'latin1');
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** A location as phones write it into videos (ISO 6709): +59.9139+010.7522+012.000/ */
const ISO_6709 = /[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?\//g;

/** User data that has no place for a location: names, dates, makes, and what players need. */
const HARMLESS_USER_DATA = new Set(
  (
    'titl dscp cprt perf auth gnre rtng clsf kywd albm yrrc name hnti hinf hinv LOOP SelO AllF WLOC ' +
    'manu modl date tagc vrot FIRM LENS CAME MUID'
  ).split(' '),
);
const PLACE_TEXTS = new Set(['\u00a9xyz', '\u00a9loc', '\u00a9lat', '\u00a9lon']);

/** Empties a box, which readers then ignore. */
export function eraseBox(content: Buffer, { start, from, to }: Box, eraser: Eraser): void {
  eraser.fill(content, 0, from, to);
  eraser.write(content, FREE, start + 4);
}

/** Cleans a box with an identifier of its own: XMP, or what a vendor wrote. */
export function eraseFromUuid(content: Buffer, box: Box, eraser: Eraser): void {
  if (content.subarray(box.from, box.from + 16).equals(XMP_UUID))
    eraseFromXmp(content.subarray(box.from + 16, box.to), eraser);
  else eraseBox(content, box, eraser);
}

/** Erases locations from the user data of a video or track. */
export function eraseFromUserData(content: Buffer, { from, to }: Box, eraser: Eraser): void {
  for (const box of boxes(content, from, to)) {
    eraser.read(1);
    if (box.type === 'meta') eraseFromMeta(content, box, eraser);
    else if (box.type === 'XMP_') eraseFromXmp(content.subarray(box.from, box.to), eraser);
    else if (box.type === 'uuid') eraseFromUuid(content, box, eraser);
    else if (PLACE_TEXTS.has(box.type) || !(box.type.startsWith('\u00a9') || HARMLESS_USER_DATA.has(box.type)))
      eraseBox(content, box, eraser);
  }
}

/** Boxes in a metadata box that have no place for a location, or are cleaned elsewhere. */
const HARMLESS_META = new Set('hdlr pitm iinf iloc iprp iref idat dinf grpl ctry lang'.split(' '));

/** Erases locations from a metadata box: its keys and values, and XML. */
export function eraseFromMeta(content: Buffer, meta: Box, eraser: Eraser): void {
  const keys: string[] = [];
  for (const box of boxes(content, contentOfMeta(content, meta), meta.to)) {
    eraser.read(1);
    const data = content.subarray(box.from, box.to);
    if (box.type === 'keys') {
      for (const key of boxes(content, Math.min(box.from + 8, box.to), box.to)) {
        eraser.read(1);
        keys.push(content.toString('utf8', key.from, Math.min(key.to, key.from + 200)));
      }
    } else if (box.type === 'ilst') eraseFromItems(content, box, keys, eraser);
    else if (box.type === 'xml ' || box.type === 'bxml') {
      if (box.type === 'bxml' || saysPosition(data.toString('latin1'))) eraser.fill(data, SPACE, 4);
    } else if (box.type === 'uuid') eraseFromUuid(content, box, eraser);
    else if (!HARMLESS_META.has(box.type)) eraseBox(content, box, eraser);
  }
}

/** Where the boxes in a metadata box begin: QuickTime has no version before them. */
export const contentOfMeta = (content: Buffer, { from, to }: Box): number =>
  content.toString('latin1', from + 4, from + 8) === 'hdlr' ? from : Math.min(from + 4, to);

/** Items are named by a type, by the number of a key, or by a name within. */
function eraseFromItems(content: Buffer, { from, to }: Box, keys: readonly string[], eraser: Eraser): void {
  for (const item of boxes(content, from, to)) {
    eraser.read(1);
    const number = content.readUInt32BE(item.start + 4);
    const key = keys[number - 1] ?? (item.type === '----' ? nameOfItem(content, item) : item.type);
    if (isPositionName(key.slice(key.lastIndexOf('.') + 1)) || isPositionName(key) || PLACE_TEXTS.has(item.type))
      eraseBox(content, item, eraser);
  }
}

function nameOfItem(content: Buffer, item: Box): string {
  for (const { type, from, to } of boxes(content, item.from, item.to))
    if (type === 'name') return content.toString('utf8', from + 4, Math.min(to, from + 200));
  return '';
}

/** Erases locations in texts, wherever they are. */
export function eraseIso6709(text: Buffer, eraser: Eraser): void {
  for (const found of text.toString('latin1').matchAll(ISO_6709))
    eraser.fill(text, SPACE, found.index, found.index + found[0].length);
}
