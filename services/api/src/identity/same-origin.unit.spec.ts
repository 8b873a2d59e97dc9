import { isSameOrigin } from './same-origin.ts';

const settings = { publicUrl: 'https://safety.example.com', production: true };

test.each([
  ['our own page', { origin: 'https://safety.example.com', host: 'safety.example.com' }, true],
  ['our page behind a proxy that changes Host', { origin: 'https://safety.example.com', host: '10.0.0.7:3000' }, true],
  ['a page of the same host', { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }, true],
  ['another site', { origin: 'https://evil.example', host: 'safety.example.com' }, false],
  ['a site that only begins like ours', { origin: 'https://safety.example.com.evil.example', host: 'safety.example.com' }, false],
  ['another scheme', { origin: 'http://safety.example.com', host: '10.0.0.7' }, false],
  ['a page without an origin', { origin: 'null', host: 'safety.example.com' }, false],
  ['no browser', { host: 'safety.example.com' }, false],
  ['a page of this machine, in production', { origin: 'http://localhost:5173', host: 'safety.example.com' }, false],
])('%s', (_, headers, expected) => {
  expect(isSameOrigin(headers, settings)).toBe(expected);
});

test('a page of this machine, in development', () => {
  expect(isSameOrigin({ origin: 'http://localhost:5173', host: '127.0.0.1:3000' }, { ...settings, production: false })).toBe(true);
});
