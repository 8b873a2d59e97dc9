import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the requests' contracts use. */
interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Generators for fields by name: existing entities, which a schema cannot know. */
export type KnownFields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that a schema barely allows or forbids; some may be valid in some places by chance. */
const hostile: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u200b',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '-000001-01-01',
  '2026-13-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'NaN',
  '1e400',
  '0x10',
  '__proto__',
  "';--",
  '%00',
  [],
  {},
  ['x'],
  [[]],
  { $ne: 1 },
  'x'.repeat(3_000),
);

const fragments = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '0')) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Rigger’s 🏗 sling',
      'שלום',
      '\u202eabc',
      'a\nb\tc',
      '{"a":1}',
      '\\',
      '\\.',
      "O'Neil",
      'NULL',
      '{}',
      'ﬃ',
      'e\u0301'.repeat(20),
      '\u0001\u007f',
      '#1',
      '.',
    ),
  },
);

const long = (maximum: number): fc.Arbitrary<string> =>
  fc.constantFrom('x', 'ö', '🏗', 'x ', '\\').map((unit) => unit.repeat(Math.floor(maximum / unit.length)));

const fits = (text: string, { minLength = 0, maxLength = Infinity }: JsonSchema): boolean =>
  text.trim().length >= minLength && text.length <= maxLength;

function text(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date')
    return fc.oneof(
      fc.constantFrom('1900-01-01', '2024-02-29', '2026-01-31'),
      fc
        .date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    );
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'email') return fc.stringMatching(/^[a-z][a-z0-9'+-]{0,20}@[a-z]{1,20}\.test$/);
  if (schema.pattern && !schema.pattern.includes('Cs')) return fc.stringMatching(new RegExp(schema.pattern));
  const usual = fragments.filter((words) => fits(words, schema));
  if (schema.maxLength === undefined) return usual;
  return fc.oneof(
    { weight: schema.maxLength > 10_000 ? 60 : 15, arbitrary: usual },
    { weight: 1, arbitrary: long(schema.maxLength).filter((words) => fits(words, schema)) },
  );
}

/** Plausible dates and times, some of which a database or a calendar rejects. */
const nearlyValidDates = ['0000-01-01', '0000-02-29', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-29'];

function almostText({ format, maxLength }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date') return fc.constantFrom(...nearlyValidDates);
  if (format === 'date-time')
    return fc.constantFrom(...nearlyValidDates.map((date) => `${date}T00:00:00Z`), '2026-04-28T14:30:00+02:00');
  return fc.oneof(
    fc.constantFrom('\0', 'ok\0', '\ud83c', '  ', '\u2028', '24:00'),
    ...(maxLength === undefined ? [] : [fc.constant('x'.repeat(maxLength + 1))]),
  );
}

function number({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  if (type === 'integer') return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
  return fc.oneof(
    fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100),
    fc.constantFrom(min, max, 0.1, -0).filter((value) => value >= min && value <= max),
  );
}

const almostNumber = ({ minimum = 0, maximum = 0 }: JsonSchema): fc.Arbitrary<unknown> =>
  fc.constantFrom(minimum - 1, maximum + 1, maximum + 0.001, 0.005, 1e-7, 5e-324, 2 ** 53 + 2, '7', '');

function valid(schema: JsonSchema, known: KnownFields): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, known)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(mixed(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 2, 2) });
    case 'object':
      return object(schema, known);
    default:
      return fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom('1', '10', '100', '7') },
        { weight: 1, arbitrary: hostile },
      );
  }
}

function object(
  { properties = {}, required = [] }: JsonSchema,
  known: KnownFields,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = known[name]
      ? fc.oneof({ weight: 40, arbitrary: known[name] }, { weight: 1, arbitrary: mixed(schema, known) })
      : mixed(schema, known);
    const isGiven = required.includes(name)
      ? fc.integer({ min: 0, max: 150 }).map((roll) => roll > 0)
      : known[name]
        ? fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0)
        : fc.boolean();
    return fc.tuple(isGiven, value).map(([given, chosen]) => (given ? [[name, chosen] as const] : []));
  });
  const unknown = fc
    .tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom('toString', 'a\0b', '\ud800', 'extra', 'reviewerGuid', ''),
      hostile,
    )
    .map(([roll, name, value]) => (roll === 0 ? [[name, value] as const] : []));
  return fc.tuple(...fields, unknown).map((parts) => Object.fromEntries(parts.flat()));
}

const almost = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  schema.type === 'integer' || schema.type === 'number' ? almostNumber(schema) : almostText(schema);

function mixed(schema: JsonSchema, known: KnownFields): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 97, arbitrary: valid(schema, known) },
    { weight: 2, arbitrary: almost(schema) },
    { weight: 1, arbitrary: hostile },
  );
}

/**
 * Generates values for a request's schema: mostly valid leaves, some that are nearly valid, a few hostile ones, so that
 * about every second request is valid as a whole.
 */
export function arbitraryOf(schema: z.ZodType, known: KnownFields = {}): fc.Arbitrary<unknown> {
  return valid(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known);
}
