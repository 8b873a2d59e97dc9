/** A segment with the EXIF of a camera at 59°54′50″N 10°45′8″E, lowest byte first. */
export function positionSegment(): Buffer {
  const rationals = (...values: number[]) => {
    const out = Buffer.alloc(8 * values.length);
    values.forEach((value, index) => {
      out.writeUInt32LE(value, 8 * index);
      out.writeUInt32LE(1, 8 * index + 4);
    });
    return out;
  };
  const tiff = Buffer.alloc(8 + 18 + 54 + 48);
  tiff.write('II*\0\u0008\0\0\0', 'latin1');
  tiff.writeUInt16LE(1, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x8825, 4, 1, 26);
  tiff.writeUInt16LE(4, 26);
  entry(28, 1, 2, 2, 0x4e);
  entry(40, 2, 5, 3, 80);
  entry(52, 3, 2, 2, 0x45);
  entry(64, 4, 5, 3, 104);
  rationals(59, 54, 50).copy(tiff, 80);
  rationals(10, 45, 8).copy(tiff, 104);
  const head = Buffer.from([0xff, 0xe1, 0, tiff.length + 8, ...Buffer.from('Exif\0\0', 'latin1')]);
  return Buffer.concat([head, tiff]);
}

/** Degrees, minutes and seconds north, as a photo made smaller on the device has them: highest byte first. */
export const latitudeWhenShrunk = Buffer.from([59, 54, 50].flatMap((value) => [0, 0, 0, value, 0, 0, 0, 1]));
