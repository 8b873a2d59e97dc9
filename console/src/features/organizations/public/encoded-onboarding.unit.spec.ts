import { decodeOnboarding, encodedOnboardingIn } from './encoded-onboarding.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const given = { basics: { organizationName: 'Søndre Kai', sizeRange: 'ONE_TO_TEN' }, selectedProduct: 'standard' };

describe('prefilled onboarding data of a partner', () => {
  it.each([
    ['JSON', encode(JSON.stringify(given)), true],
    ['JSON over several lines', encode(JSON.stringify(given, null, 2)), true],
    ['an ordinary code', 'blue-button', false],
    ['a code that begins like a word of theirs', 'eyebrow-2026', false],
    ['nothing', '', false],
  ])('is found in utm_content: %s', (_what, content, isFound) =>
    expect(encodedOnboardingIn(new URLSearchParams({ utm_content: content }))).toBe(isFound ? content : null),
  );

  it('is decoded with any characters, with or without padding', async () => {
    expect(await decodeOnboarding(encode(JSON.stringify(given)))).toEqual(given);
    expect(await decodeOnboarding(Buffer.from(JSON.stringify(given)).toString('base64'))).toEqual(given);
  });

  it.each([
    ['is cut off', encode(JSON.stringify(given)).slice(0, 40)],
    ['is no base64', 'eyJ!!'],
    ['says what nobody knows', encode(JSON.stringify({ ...given, isAdmin: true }))],
    ['names no organization', encode(JSON.stringify({ basics: { organizationName: ' ' } }))],
    ['has a size that is none', encode(JSON.stringify({ basics: { organizationName: 'Quay', sizeRange: 'MANY' } }))],
    ['has more than 4 kB', encode(JSON.stringify({ ...given, selectedProduct: 'x'.repeat(3_100) }))],
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64url')],
  ])('is rejected if it %s', async (_what, encoded) => expect(await decodeOnboarding(encoded)).toBeNull());
});
