import type { Eraser } from './eraser.ts';
import { xmlPositions } from './xml-positions.ts';

const SPACE = 0x20;
const PACKETS = [
  ['<x:xmpmeta', '</x:xmpmeta>'],
  ['<rdf:RDF', '</rdf:RDF>'],
] as const;

/** Erases locations from an XMP packet in any encoding; all of it where it is not well-formed. */
export function eraseFromXmp(packet: Buffer, eraser: Eraser): void {
  const from = packet.indexOf('<');
  if (from < 0) return;
  const to = packet.lastIndexOf('>') + 1;
  const [before, after] = [packet[from - 1], packet[from + 1]];
  if (after === 0 && packet[from + 2] === 0) return eraser.fill(packet, SPACE, from, to);
  if (before === 0 && packet[from - 2] === 0) return eraser.fill(packet, SPACE, from, to);
  if (after === 0) return eraseFromWide(packet.subarray(from), 'LE', eraser);
  if (before === 0) return eraseFromWide(packet.subarray(from - 1), 'BE', eraser);
  const found = xmlPositions(packet.toString('latin1', from, to));
  // What was cut off belongs to no element.
  if (!found) return eraser.fill(packet, SPACE, from);
  for (const range of found) eraser.fill(packet, SPACE, from + range.from, from + range.to);
}

/** A packet in UTF-16. */
function eraseFromWide(packet: Buffer, order: 'LE' | 'BE', eraser: Eraser): void {
  const even = packet.subarray(0, packet.length - (packet.length % 2));
  const text = (order === 'LE' ? even : Buffer.from(even).swap16()).toString('utf16le');
  const end = text.lastIndexOf('>') + 1;
  const space = Buffer.from(order === 'LE' ? [SPACE, 0] : [0, SPACE]);
  for (const { from, to } of xmlPositions(text.slice(0, end)) ?? [{ from: 0, to: text.length }])
    eraser.write(even, Buffer.alloc(2 * (to - from), space), 2 * from);
}

/** Erases locations from all XMP packets in a file, wherever they are. Each packet is read once. */
export function eraseFromPackets(content: Buffer, eraser: Eraser): void {
  for (const [begin, end] of PACKETS) {
    for (let at = content.indexOf(begin); at >= 0; ) {
      const until = content.indexOf(end, at);
      if (until < 0) break;
      eraseFromXmp(content.subarray(at, until + end.length), eraser);
      // A beginning before the end is part of this packet.
      at = content.indexOf(begin, until);
    }
  }
}
