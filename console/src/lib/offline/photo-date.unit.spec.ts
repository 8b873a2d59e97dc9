import { exifOf, minuteName, takenIn, withExif } from './photo-date.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0, 4, 1, 2, 0xff, 0xd9]);
const read = (blob: Blob) =>
  new Promise<ReturnType<typeof takenIn>>((done) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(takenIn(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });

/** A JPEG with EXIF as little-endian cameras write it: the maker's name first, then the directory with the date. */
function littleEndian(): ArrayBuffer {
  const tiff = Buffer.alloc(100);
  tiff.write('II');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x010f, 2, 4, 0x41424300);
  entry(22, 0x8769, 4, 1, 38);
  tiff.writeUInt16LE(1, 38);
  entry(40, 0x9003, 2, 20, 60);
  tiff.write('2026:11:17 06:41:05\0', 60, 'latin1');
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xe1, 0, exif.length + 2]);
  return Uint8Array.from(Buffer.concat([head, exif, Buffer.from(jpeg.subarray(2))])).buffer;
}

it('reads when a camera took a photo, and writes it into the small one so that it is read again', async () => {
  const taken = takenIn(littleEndian());
  expect(taken).toEqual({ at: '2026:11:17 06:41:05', offset: null });
  expect(await read(withExif(jpeg, exifOf(taken!)))).toEqual(taken);
  const withOffset = { at: '2026:11:17 06:41:05', offset: '-07:00' };
  expect(await read(withExif(jpeg, exifOf(withOffset)))).toEqual(withOffset);
});

it('says nothing of what is no photo, is cut off at any byte, or was written by no clock', () => {
  expect(takenIn(new ArrayBuffer(0))).toBeNull();
  expect(takenIn(jpeg.slice().buffer)).toBeNull();
  const whole = littleEndian();
  for (let length = 0; length < whole.byteLength - 60; length += 1) expect(takenIn(whole.slice(0, length))).toBeNull();
});

it('calls a photo by its minute: as its camera says, else as the device does', () => {
  expect(minuteName({ at: '2026:11:17 06:41:05', offset: null }, new Date(0), 'jpg')).toBe('2026-11-17 06.41.jpg');
  expect(minuteName(null, new Date(2026, 2, 5, 7, 9), 'png')).toBe('2026-03-05 07.09.png');
});
