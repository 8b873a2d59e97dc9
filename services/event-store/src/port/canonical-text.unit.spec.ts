import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalText } from './canonical-text.ts';

/** The text, or that it throws. */
const outcomeOf = (write: () => string | undefined) => {
  try {
    return write();
  } catch {
    return 'refused';
  }
};

test('whatever the JSON, it is the text of RFC 8785', () => {
  const keys = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('10', '9', '__proto__', 'toJSON', '', 'é'),
    fc.string(),
  );
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json')),
      fc.dictionary(keys, tie('json')),
    ),
  }));
  fc.assert(
    fc.property(json, (made) => {
      const value: unknown = JSON.parse(JSON.stringify(made));
      expect(outcomeOf(() => canonicalText(value))).toBe(outcomeOf(() => canonicalize(value)));
    }),
    { numRuns: 2_000 },
  );
});

test('nor does what no JSON holds get another text than by the book', () => {
  const odd = [
    NaN,
    Infinity,
    -0,
    1n,
    new Date(0),
    new Number(3),
    { a: undefined, b: [undefined, () => 1] },
    { c: NaN },
    [Symbol('s')],
    { '10': 1, '9': 2 },
  ];
  for (const value of odd) expect(outcomeOf(() => canonicalText(value))).toBe(outcomeOf(() => canonicalize(value)));
});

test('nothing is written for nothing', () => {
  expect(canonicalText(undefined)).toBeUndefined();
});
