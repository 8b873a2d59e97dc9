import { isSameOrigin, ownOrigins } from './same-origin.ts';

describe('with a PUBLIC_URL', () => {
  const where = { publicUrl: 'https://safety.example.com', isPublicUrlGiven: true, production: true };

  test.each([
    ['our own page', 'https://safety.example.com', true],
    ['another site', 'https://evil.example', false],
    ['a site that only begins like ours', 'https://safety.example.com.evil.example', false],
    ['another scheme', 'http://safety.example.com', false],
    ['another port', 'https://safety.example.com:8443', false],
    ['a page without an origin', 'null', false],
    ['no browser', undefined, false],
    ['a page of this machine', 'http://localhost:3000', false],
  ])('%s', (_, origin, expected) => {
    expect(isSameOrigin(origin, where, 3000)).toBe(expected);
    expect(isSameOrigin(origin, { ...where, production: false }, 3000)).toBe(expected);
  });

  test('the port of a scheme need not be written', () => {
    expect(
      isSameOrigin('https://safety.example.com', { ...where, publicUrl: 'https://safety.example.com:443/' }, 3000),
    ).toBe(true);
  });
});

describe('without a PUBLIC_URL', () => {
  const where = { publicUrl: 'http://localhost:4000', isPublicUrlGiven: false };

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    '%s is this machine at our port',
    (origin) => {
      expect(isSameOrigin(origin, { ...where, production: true }, 4000)).toBe(true);
    },
  );

  test.each([
    'https://localhost:4000',
    'http://localhost:4001',
    'http://localhost',
    'http://10.0.0.7:4000',
    'http://localhost.evil.example:4000',
    'http://127.0.0.2:4000',
  ])('%s is not', (origin) => {
    expect(isSameOrigin(origin, { ...where, production: true }, 4000)).toBe(false);
    expect(isSameOrigin(origin, { ...where, production: false }, 4000)).toBe(false);
  });

  test("the console's own server counts in development alone", () => {
    expect(isSameOrigin('http://127.0.0.1:5173', { ...where, production: false }, 4000)).toBe(true);
    expect(isSameOrigin('http://127.0.0.1:5173', { ...where, production: true }, 4000)).toBe(false);
  });

  test('the address to name is the one at our port', () => {
    expect(ownOrigins({ ...where, production: false }, 4000)[0]).toBe('http://localhost:4000');
  });
});
