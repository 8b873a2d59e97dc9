import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const drawn = new Map<string, Promise<Buffer>>();

/** A JPEG as a camera would write it, made of a drawing of `photos`: photos of real places show people, and belong to somebody. */
export function drawPhoto(drawing: string): Promise<Buffer> {
  const known = drawn.get(drawing) ?? readFile(new URL(`./photos/${drawing}.svg`, import.meta.url)).then((svg) => sharp(svg).jpeg({ quality: 80 }).toBuffer());
  drawn.set(drawing, known);
  return known;
}
