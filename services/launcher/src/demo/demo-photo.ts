import { readFile } from 'node:fs/promises';

const read = new Map<string, Promise<Buffer>>();

/** Reads a JPEG of `photos` by name. They are drawn by `npm run demo-photos`. */
export function demoPhoto(picture: string): Promise<Buffer> {
  const known = read.get(picture) ?? readFile(new URL(`./photos/${picture}.jpg`, import.meta.url));
  read.set(picture, known);
  return known;
}
