import { z } from 'zod';
import { timeOfDay, timeZone, yearMonth } from './values/dates.ts';
import { defineEvent, personal, plain, STREAM, subject } from './domain-event.ts';
import { eventContracts } from './event-contracts.ts';
import { eventJsonSchema } from './event-json-schema.ts';
import { guid } from './values/ids.ts';

const schemaOf = (data: z.ZodType) => () => eventJsonSchema(defineEvent('Told', data));

describe('personal by default', () => {
  test.each([
    ['a text', { remark: z.string() }, '/data/remark'],
    ['an optional text', { remark: z.string().max(10).nullable().optional() }, '/data/remark'],
    ['a text in a list', { remarks: z.array(z.strictObject({ remark: z.string() })) }, '/data/remarks/*/remark'],
    ['a text in one branch of a union', { remark: z.union([z.int(), z.string()]) }, '/data/remark'],
    ['an address', { mail: z.email() }, '/data/mail'],
    ['a text with a pattern', { code: z.string().regex(/^.*$/) }, '/data/code'],
    ['anything', { value: z.unknown() }, '/data/value'],
    ['names that may be any text', { answers: z.record(z.string(), z.int()) }, '/data/answers'],
    ['a text in a tuple', { pair: z.tuple([z.int(), z.string()]) }, '/data/pair/*'],
  ])('a contract with %s that nobody marked is refused, and the place is named', (_, shape, place) => {
    expect(schemaOf(z.strictObject(shape as z.ZodRawShape))).toThrow(`Told: ${place} `);
  });

  test('a text that refers to itself is found as well', () => {
    interface Node {
      remark: string;
      children: Node[];
    }
    const node: z.ZodType<Node> = z.strictObject({
      remark: z.string(),
      get children() {
        return z.array(node);
      },
    });
    expect(schemaOf(z.strictObject({ tree: node }))).toThrow('/data/tree/remark');
  });

  test('guids, choices, days, times, zones and what is marked pass', () => {
    const data = z.strictObject({
      guid,
      choice: z.enum(['A', 'B']),
      one: z.literal('A'),
      day: z.iso.date(),
      at: z.iso.datetime(),
      time: timeOfDay.nullable(),
      zone: timeZone.optional(),
      month: yearMonth,
      count: z.int(),
      isTrue: z.boolean(),
      code: plain(z.string(), 'a code').nullable(),
      remark: personal(z.string(), STREAM).nullable(),
      figures: z.record(z.enum(['a']), z.int()),
      answers: personal(z.record(z.string(), z.unknown()), STREAM).nullable(),
    });
    expect(schemaOf(data)).not.toThrow();
  });

  test.each([
    ['a number', personal(z.int(), STREAM)],
    ['a list', personal(z.array(z.string()), STREAM)],
    ['a choice', personal(z.enum(['A']), STREAM)],
    ['a day', personal(z.iso.date(), subject.user('userGuid'))],
  ])('%s that is personal must allow null, which it reads as when it is erased', (_, schema) => {
    expect(schemaOf(z.strictObject({ it: schema }))).toThrow('/data/it is personal and must allow null');
    expect(schemaOf(z.strictObject({ it: schema.nullable() }))).not.toThrow();
    expect(schemaOf(z.strictObject({ it: schema.nullable().optional() }))).not.toThrow();
  });

  test.each(eventContracts.map((contract) => [contract.type, contract] as const))(
    '%s has every text marked',
    (_, contract) => {
      expect(() => eventJsonSchema(contract)).not.toThrow();
    },
  );
});
