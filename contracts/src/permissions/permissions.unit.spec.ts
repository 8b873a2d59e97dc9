import { readFileSync } from 'node:fs';
import {
  decodePermissions,
  encodePermissions,
  knownPermissions,
  managerPermissions,
  permissions,
} from './permissions.ts';

const vectors = JSON.parse(readFileSync(new URL('./permissions.vectors.json', import.meta.url), 'utf8')) as {
  encoded: string;
  who: string;
  items: number[];
}[];

describe('permissions in a token', () => {
  test.each(vectors)('$encoded is $who', ({ encoded, items }) => {
    const held = new Set(items.map((item) => permissions[item - 1]!));
    expect(encodePermissions(held)).toBe(encoded);
    expect(decodePermissions(encoded)).toEqual(held);
  });

  test('bits of permissions that are not known yet are ignored', () => {
    expect(decodePermissions('25:131e16a')).toEqual(managerPermissions);
  });

  test.each(['', '23', '23:', '23:zz', ':7f', '23:7fffff ', 'x:1'])('%j is refused', (text) => {
    expect(() => decodePermissions(text)).toThrow(RangeError);
  });
});

test('names of permissions that this version does not know are ignored', () => {
  expect(knownPermissions(['REVIEW_EVENTS', 'FLY_TO_THE_MOON', 'APPROVE_EVENTS'])).toEqual([
    'REVIEW_EVENTS',
    'APPROVE_EVENTS',
  ]);
});
