import { GuidIntMap } from './guid-int-map.ts';
import { nameBasedGuid } from './name-based-guid.ts';

const guid = (index: number) => nameBasedGuid(`row ${index}`, '6ba7b810-9dad-11d1-80b4-00c04fd430c8');

test('a mark is kept for each of a hundred thousand guids, and for no other', () => {
  const marks = new GuidIntMap();
  for (let index = 0; index < 100_000; index++) marks.set(guid(index), index);
  for (let index = 0; index < 100_000; index += 7) expect(marks.get(guid(index))).toBe(index);
  for (let index = 100_000; index < 101_000; index++) expect(marks.get(guid(index))).toBeUndefined();
});

test('a mark is zero, or replaced, and a guid begins with zeros', () => {
  const marks = new GuidIntMap();
  const zeros = '00000000-0000-7000-8000-000000000002';
  expect(marks.get(zeros)).toBeUndefined();
  marks.set(zeros, 0);
  expect(marks.get(zeros)).toBe(0);
  marks.set(zeros.toUpperCase(), 4_294_967_295);
  expect(marks.get(zeros)).toBe(4_294_967_295);
});
