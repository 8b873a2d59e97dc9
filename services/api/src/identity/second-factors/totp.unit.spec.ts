import { newTotpSecret, otpauthUri, totpStepOf } from './totp.ts';

/** RFC 6238, appendix B: '12345678901234567890' in Base32; the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [20_000_000_000, '353130', 666_666_666],
])('at %s seconds the code is %s', async (seconds, code, step) => {
  expect(await totpStepOf(SECRET, code, at(seconds))).toBe(step);
});

test('a code is that of its own step when a clock is off by one, and nothing further away', async () => {
  expect(await totpStepOf(SECRET, '081804', at(1_111_111_109 + 30))).toBe(37_037_036);
  expect(await totpStepOf(SECRET, '081804', at(1_111_111_109 - 30))).toBe(37_037_036);
  expect(await totpStepOf(SECRET, '081804', at(1_111_111_109 + 62))).toBeNull();
  expect(await totpStepOf(SECRET, '081804', at(1_111_111_109 - 62))).toBeNull();
});

test.each(['', '28708', '2870820', '28708a', '٢٨٧٠٨٢', 'x'.repeat(40)])('%p is no code', async (typed) => {
  expect(await totpStepOf(SECRET, typed, at(59))).toBeNull();
});

test('a code counts with blanks and hyphens in it', async () => {
  expect(await totpStepOf(SECRET, ' 287-082 ', at(59))).toBe(1);
});

test('secrets have 160 bits, and every one is another; an app reads them with whose they are', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const address = new URL(otpauthUri(one, "o'neil+x@example.test"));
  expect(decodeURIComponent(address.pathname)).toBe("/Plimsoll:o'neil+x@example.test");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: one, issuer: 'Plimsoll' });
});
