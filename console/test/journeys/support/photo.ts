import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG that looks like a photo: orange above, blue below. */
export function photo(width = 640, height = 480): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = (colour: number[]) => Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const [above, below] = [row([214, 120, 40]), row([30, 70, 110])];
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => (y < height * 0.6 ? above : below)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of black lines on nothing, as drawing programs save plans. */
export function transparentDrawing(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 4 * width));
  const isLine = (at: number, length: number) => Math.abs(at - length / 2) < 20;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isLine(x, width) || isLine(y, height)) rows[y * (1 + 4 * width) + 1 + 4 * x + 3] = 0xff;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
