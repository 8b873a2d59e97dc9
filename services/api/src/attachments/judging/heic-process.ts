import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import decode from 'heic-decode';
import sharp from 'sharp';

// Runs in a process of its own (`small-pictures.ts`): reads a HEIC picture from standard input and writes it as a PNG
// that is at most as wide and high as its argument. The decoder prints to standard output, so the PNG uses another
// descriptor.

const NICENESS = 10;
const OUT = 3;

setPriority(NICENESS);
const width = Number(process.argv[2]);
const { data, ...size } = await decode({ buffer: await buffer(process.stdin) });
new Socket({ fd: OUT }).end(
  await sharp(data, { raw: { ...size, channels: 4 } })
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer(),
);
