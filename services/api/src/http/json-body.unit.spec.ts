import { isTooDeep, parseBody } from './json-body.ts';

test('brackets within text do not count as depth', () => {
  expect(isTooDeep(JSON.stringify({ text: '['.repeat(100) + '\\"{{{' }))).toBe(false);
});

test('ten thousand levels are refused without being built', () => {
  expect(() => parseBody(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toThrow('Nests too deeply');
});

test.each(['{"__proto__":{"isAdmin":true}}', '{"a":{"__proto__":1}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}'])('%s is refused', (text) => {
  expect(() => parseBody(text)).toThrow('This is not known here');
});

test('text may speak of constructors', () => {
  expect(parseBody('{"description":"The constructor fell: __proto__ \\u00e9"}')).toEqual({ description: 'The constructor fell: __proto__ é' });
});

test('an empty body is none', () => {
  expect(parseBody(' \n')).toBeUndefined();
});

test('what is not JSON is said to be', () => {
  expect(() => parseBody('{"a":')).toThrow('Is not JSON');
});
