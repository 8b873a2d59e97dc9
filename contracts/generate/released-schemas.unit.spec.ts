import { brokenPromises, releasedWith, releaseErrors } from './released-schemas.ts';

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const released = object({
  number: { type: 'integer' },
  state: { type: 'string', enum: ['OPEN'] },
  injured: { type: 'array', items: object({ count: { type: 'integer' } }) },
});

test('schemas of integration events only gain fields', () => {
  const { properties, required } = released;
  expect(
    brokenPromises(released, {
      ...released,
      title: 'another',
      properties: {
        ...properties,
        place: { type: 'string' },
        injured: { type: 'array', items: object({ count: { type: 'integer' }, type: {} }) },
      },
      required: [...required, 'place'],
    }),
  ).toEqual([]);
});

test.each<[string, object, string[]]>([
  [
    'a field that is gone',
    object({ number: { type: 'integer' }, state: { type: 'string', enum: ['OPEN'] } }),
    ['/injured is gone', '/injured is not always there any more'],
  ],
  [
    'a field that may be missing',
    { ...released, required: ['number', 'state'] },
    ['/injured is not always there any more'],
  ],
  [
    'another type',
    { ...released, properties: { ...released.properties, number: { type: 'string' } } },
    ['/number has changed'],
  ],
  [
    'another value',
    { ...released, properties: { ...released.properties, state: { type: 'string', enum: ['OPEN', 'SHUT'] } } },
    ['/state has changed'],
  ],
  [
    'a field within a field',
    { ...released, properties: { ...released.properties, injured: { type: 'array', items: object({}) } } },
    ['/injured/items/count is gone', '/injured/items/count is not always there any more'],
  ],
])('%s breaks what was promised', (_, now, errors) => {
  expect(brokenPromises(released, now)).toEqual(errors);
});

test('what broke keeps its released form, what only gained has its new one, and a type that is gone is named', () => {
  const wider = { ...released, properties: { ...released.properties, place: {} } };
  expect(releasedWith({ a: released, b: released }, { a: wider, b: object({}), c: wider })).toEqual({
    a: wider,
    b: released,
    c: wider,
  });
  expect(releaseErrors({ a: released }, {})).toEqual(['a is gone: it stays for 12 months beside the next version']);
});
