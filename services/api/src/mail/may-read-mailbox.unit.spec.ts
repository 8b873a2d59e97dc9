import { mayReadMailbox, type Caller } from './may-read-mailbox.ts';

const settings = { production: false, publicUrl: 'http://localhost:3000' };
const caller = (headers: Record<string, string> = {}, address = '127.0.0.1'): Caller => ({
  address,
  headers: { host: 'localhost:3000', ...headers },
});

test.each([
  [caller()],
  [caller({}, '::1')],
  [caller({}, '::ffff:127.0.0.1')],
  [caller({ host: '127.0.0.1:3000' })],
  [caller({ host: '[::1]:3000' })],
  [caller({ host: 'localhost' })],
])('a caller on the product’s own machine may read the mailbox', (who) => {
  expect(mayReadMailbox(who, settings)).toBe(true);
});

test.each<[string, Caller]>([
  ['another machine', caller({}, '10.0.0.7')],
  ['no address', { address: undefined, headers: { host: 'localhost:3000' } }],
  ['a name that leads here', caller({ host: 'mailbox.attacker.example' })],
  ['a name that begins alike', caller({ host: 'localhost.attacker.example' })],
  ['no Host', { address: '127.0.0.1', headers: {} }],
  ...[
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
  ].map((name) => [`a proxy's ${name}`, caller({ [name]: '127.0.0.1' })] satisfies [string, Caller]),
])('no one else may: %s', (_who, who) => {
  expect(mayReadMailbox(who, settings)).toBe(false);
});

test('in production, or where the product is called by another name than its own machine, there is no mailbox', () => {
  expect(mayReadMailbox(caller(), { ...settings, production: true })).toBe(false);
  expect(mayReadMailbox(caller(), { ...settings, publicUrl: 'https://safety.example.com' })).toBe(false);
});
