import { latitudeWhenShrunk, positionSegment } from '../../../test/camera-exif.ts';
import { exifOf, takenIn, withExif } from './photo-date.ts';
import { losesPosition, positionIn } from './photo-position.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0, 4, 1, 2, 0xff, 0xd9]);
const bytesOf = (blob: Blob) =>
  new Promise<ArrayBuffer>((done) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

/** A JPEG with a position as cameras write it that store the lowest byte first. */
const located = (): ArrayBuffer =>
  Uint8Array.from(Buffer.concat([jpeg.subarray(0, 2), positionSegment(), jpeg.subarray(2)])).buffer;
const [north, east] = [[...latitudeWhenShrunk], [10, 45, 8].flatMap((value) => [0, 0, 0, value, 0, 0, 0, 1])];
const position = [[0x4e, 0], north, [0x45, 0], east];

it('the position of a photo is written into the smaller one, beside its date', async () => {
  const found = positionIn(located())!;
  expect(found.map(({ value }) => [...value])).toEqual(position);
  const taken = { at: '2026:11:17 06:41:05', offset: null };
  const small = await bytesOf(withExif(jpeg, exifOf(taken, found)));
  expect(positionIn(small)!.map(({ value }) => [...value])).toEqual(position);
  expect(takenIn(small)).toEqual(taken);
  const withoutDate = await bytesOf(withExif(jpeg, exifOf(null, found)));
  expect([positionIn(withoutDate)!.length, takenIn(withoutDate)]).toEqual([4, null]);
});

it('a photo whose EXIF is cut off at any byte has no position', () => {
  const whole = located();
  // Its segment begins behind the two bytes of the start.
  for (let length = 0; length < 2 + positionSegment().length; length += 1)
    expect([length, positionIn(whole.slice(0, length))]).toEqual([length, null]);
});

it('a photo whose position cannot be carried over stays as it is', () => {
  const bytes = (words: string) => Uint8Array.from(Buffer.from(words, 'latin1')).buffer;
  expect(losesPosition(located())).toBe(false);
  expect(losesPosition(jpeg.slice().buffer)).toBe(false);
  expect(losesPosition(bytes('\u00ff\u00d8\u00ff\u00e1 drone-dji:GpsLatitude="+53.5"'))).toBe(true);
  expect(losesPosition(bytes('\0\0\0\u0018ftypheic'))).toBe(true);
});
