import { randomBytes } from 'node:crypto';
import { RecoveryCodeMaker } from './recovery-code.ts';

const maker = new RecoveryCodeMaker(randomBytes(32));

test('ten codes follow from a set under the key, each of them another', () => {
  const codes = maker.codesOf('one');
  expect(codes).toEqual(maker.codesOf('one'));
  expect(
    new Set([...codes, ...maker.codesOf('other'), ...new RecoveryCodeMaker(randomBytes(32)).codesOf('one')]).size,
  ).toBe(30);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
});

test.each([
  ['k3f7-09qx-1v2m', ' K3F7 09QX 1V2M '],
  ['k3f7-09qx-1v2m', 'k3f7o9qxlv2m'],
  ['k3f7-09qx-1v2m', 'K3F7-O9QX-IV2M'],
])('%s is found however it is typed: %p', (code, typed) => {
  expect(maker.hashOf(typed)).toEqual(maker.hashOf(code));
  expect(maker.hashOf(typed)).not.toEqual(maker.hashOf('k3f7-09qx-1v2n'));
});
