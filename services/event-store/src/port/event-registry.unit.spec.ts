import canonicalize from 'canonicalize';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { v5, v7 } from 'uuid';
import { z } from 'zod';
import { defineEvent, eventMetadataSchema, plain } from '@plimsoll/contracts/kernel/domain-event';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { bodyText, eventId, metadataText } from './event-body.ts';
import { EventRegistry, InvalidEventError } from './event-registry.ts';

const metadata = () => {
  const commandId = v7();
  return {
    commandId,
    correlationId: commandId,
    causationId: null,
    actor: { userGuid: v7(), kind: 'USER' as const },
    onBehalfOf: null,
    client: { product: 'test', device: 'SERVER' as const },
    at: '2026-11-21T09:00:00.000Z',
    traceparent: null,
  };
};
const stored = (type: string, schemaVersion: number, data: unknown) =>
  bodyText({ id: v7(), type, schemaVersion, data }, metadataText(metadata()));
const noKeys = () => null;

const place = plain(z.string(), 'no person');
const moved = defineEvent('Moved', z.strictObject({ to: place, by: place, seats: z.int() }), [
  (data: { place: string }) => ({ to: data.place, by: 'nobody' }),
  (data: { to: string; by: string }) => ({ ...data, seats: 4 }),
]);
const registry = new EventRegistry([moved]);

describe('reading from the log', () => {
  it('lifts every older version to the newest', () => {
    expect(registry.read(stored('Moved', 1, { place: 'Malmö' }), v7(), noKeys)).toMatchObject({
      schemaVersion: 3,
      data: { to: 'Malmö', by: 'nobody', seats: 4 },
    });
    expect(registry.read(stored('Moved', 2, { to: 'Malmö', by: 'Bo' }), v7(), noKeys)).toMatchObject({
      schemaVersion: 3,
      data: { to: 'Malmö', by: 'Bo', seats: 4 },
    });
    expect(registry.read(stored('Moved', 3, { to: 'a', by: 'b', seats: 1 }), v7(), noKeys)).not.toHaveProperty(
      'unreadable',
    );
  });

  it('gives the reason for what it cannot read, and returns it unchanged', () => {
    expect(registry.read(stored('Flown', 1, { x: 1 }), v7(), noKeys)).toMatchObject({
      type: 'Flown',
      data: { x: 1 },
      unreadable: 'UnknownType',
    });
    expect(registry.read(stored('Moved', 4, { x: 1 }), v7(), noKeys)).toMatchObject({
      schemaVersion: 4,
      data: { x: 1 },
      unreadable: 'NewerSchemaVersion',
    });
    expect(registry.read('{"type":', v7(), noKeys)).toMatchObject({ data: '{"type":', unreadable: 'Malformed' });
    expect(registry.read(stored('Moved', 0, {}), v7(), noKeys)).toMatchObject({ unreadable: 'Malformed' });
    expect(
      new EventRegistry([
        defineEvent('Moved', z.object({}), [
          () => {
            throw new Error('no');
          },
        ]),
      ]).read(stored('Moved', 1, { x: 1 }), v7(), noKeys),
    ).toMatchObject({ data: { x: 1 }, unreadable: 'Malformed' });
  });
});

describe('writing to the log', () => {
  const body = (data: unknown, different = {}) => ({
    id: v7(),
    type: 'Moved',
    schemaVersion: 3,
    data,
    metadata: { ...metadata(), ...different },
  });

  it('takes what its contract allows and names what it does not', () => {
    registry.validate(body({ to: 'a', by: 'b', seats: 1 }));
    expect(() => registry.validate(body({ to: 'a', by: 'b', seats: 1.5 }))).toThrow(
      /Moved .*\/data\/seats must be integer/,
    );
    expect(() => registry.validate(body({ to: 'a', by: 'b', seats: 1, more: 1 }))).toThrow(/more/);
    expect(() => registry.validate(body(undefined))).toThrow(InvalidEventError);
    expect(() => registry.validate(body({ to: 'a', by: 'b', seats: 1 }, { at: 'yesterday' }))).toThrow(/metadata\/at/);
    expect(() => registry.validate({ ...body({}), type: 'Flown' })).toThrow(/Flown/);
  });

  it('the metadata are written as RFC 8785 has them, whatever is in them', () => {
    const some = {
      ...metadata(),
      causationId: v7(),
      onBehalfOf: v7(),
      client: { product: 'Käse "2.0"\n\u2028', device: 'PHONE' as const },
      traceparent: '00-x',
    };
    for (const one of [metadata(), some]) expect(metadataText(one)).toBe(canonicalize(one));
    expect(Object.keys(JSON.parse(metadataText(some)) as object).sort()).toEqual(
      Object.keys(eventMetadataSchema.shape).sort(),
    );
    expect(() => metadataText({ ...some, traceparent: '\ud800' })).toThrow(/surrogate/);
  });

  it('has one contract for each name', () => {
    expect(() => new EventRegistry([moved, moved])).toThrow(/Moved/);
  });

  it("a command's events have the same ids whenever they are made, and different ones from each other", () => {
    const command = v7();
    expect(eventId(command, 0)).toBe(eventId(command.toUpperCase(), 0));
    expect(eventId('01890a5d-ac96-774b-bcce-b302099a8057', 0)).toBe('c28ba66f-0f57-5795-8c57-ee25c06f6303');
    for (const index of [0, 1, 9, 10, 255, 32_000]) expect(eventId(command, index)).toBe(v5(`${index}`, command));
    expect(new Set([0, 1, 2, 10].map((index) => eventId(command, index))).size).toBe(4);
  });

  it('writes RFC 8785 text: names in order, no blanks, numbers as ECMAScript writes them', () => {
    const text = bodyText(
      {
        id: 'i',
        type: 'T',
        schemaVersion: 1,
        data: { b: 1e21, a: [1.0, -0, '\u20ac\u000f\n'], '\ud83d\ude00': null, '\ufb33': true },
      },
      '{}',
    );
    expect(text).toBe(
      '{"data":{"a":[1,0,"€\\u000f\\n"],"b":1e+21,"😀":null,"\ufb33":true},"id":"i","metadata":{},"schemaVersion":1,"type":"T"}',
    );
    expect(() => bodyText({ id: 'i', type: 'T', schemaVersion: 1, data: { a: '\ud800' } }, '{}')).toThrow();
    const sealed = new Map(
      Array.from(
        { length: 12 },
        (_, index) => [v7(), Buffer.from(`sealed ${index}?>`).toString('base64')] as const,
      ).reverse(),
    );
    const whole = bodyText({ id: 'i', type: 'T', schemaVersion: 1, data: {}, sealed }, '{}');
    expect(whole).toBe(
      canonicalize({
        id: 'i',
        type: 'T',
        schemaVersion: 1,
        data: {},
        metadata: {},
        sealed: Object.fromEntries(sealed),
      }),
    );
  });
});

describe("the product's own contracts", () => {
  const product = new EventRegistry(eventContracts);

  it.each(eventContracts.map((contract) => contract.type))('%s has a schema that compiles', (type) => {
    expect(() =>
      product.validate({
        id: v7(),
        type,
        schemaVersion: product.schemaVersion(type),
        data: null,
        metadata: metadata(),
      }),
    ).toThrow(InvalidEventError);
  });

  const folder = new URL('../../../../contracts/golden/', import.meta.url);
  const golden = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];

  it('every version of every event is in contracts/golden', () => {
    const wanted = eventContracts.flatMap(({ type, schemaVersion }) =>
      Array.from({ length: schemaVersion }, (_, index) => `${type}.v${index + 1}.json`),
    );
    expect(golden).toEqual(expect.arrayContaining(wanted));
  });

  it.each(golden)('%s runs through the chain to what its contract allows now', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const { unreadable, ...read } = product.read(text, v7(), noKeys);
    expect(unreadable).toBeUndefined();
    expect(file.startsWith(`${read.type}.v`)).toBe(true);
    product.validate(read);
  });
});
