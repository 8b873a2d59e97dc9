import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { z } from 'zod';
import { personal, STREAM, subject } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { StreamId } from '../port/event-store.ts';
import { personalFields } from './personal-fields.ts';
import {
  DESTROYED,
  mentionsSealed,
  Sealing,
  sealData,
  sealedSubjects,
  SealingKeyError,
  unsealData,
  type SealedTexts,
} from './sealing.ts';
import { subjectOf } from './subjects.ts';

const sealing = new Sealing(randomBytes(32));
const tenant = v7();
const stream = { kind: 'incident', guid: v7() };
const text = subjectOf(tenant, { kind: 'INCIDENT_TEXT', guid: stream.guid });
const member = (guid: string) => subjectOf(tenant, { kind: 'MEMBER', guid });
const related = (guid: string, incidentGuid = stream.guid) =>
  subjectOf(tenant, { kind: 'RELATED', incidentGuid, guid });

function keyRing() {
  const keys = new Map<string, ReturnType<Sealing['freshKey']>>();
  return {
    keys,
    give: (subject: string) => {
      if (!keys.has(subject)) keys.set(subject, sealing.freshKey({ tenant, subject }));
      return keys.get(subject)!.key;
    },
    find: (subject: string) => keys.get(subject)?.key ?? null,
  };
}

const schema = z.strictObject({
  plain: z.string(),
  userGuid: z.uuid().nullable(),
  personGuid: z.uuid().optional(),
  name: personal(z.string(), subject.member('userGuid'), subject.related('personGuid')).nullable(),
  text: personal(z.string(), STREAM).optional(),
  persons: z.array(z.strictObject({ personGuid: z.uuid(), name: personal(z.string(), subject.related('personGuid')) })),
  answers: z.record(z.string(), personal(z.unknown(), STREAM)),
  way: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), secret: personal(z.string(), STREAM) }),
    z.object({ kind: z.literal('b'), open: z.string() }),
  ]),
});
const plan = personalFields(z.toJSONSchema(schema));

interface Stands {
  readonly data: unknown;
  readonly sealed?: SealedTexts;
}
/** The data and ciphertexts as the log stores them. */
function standsAs(...of: Parameters<typeof sealData>): Stands {
  const { data, sealed } = sealData(...of);
  return { data, ...(sealed && { sealed: Object.fromEntries(sealed) }) };
}
const seal = (data: unknown, ring: ReturnType<typeof keyRing>): Stands =>
  standsAs(data, plan, { tenant, stream }, ring.give);
const unseal = ({ data, sealed }: Stands, ring: ReturnType<typeof keyRing>, of = tenant) =>
  unsealData(structuredClone(data), sealed, of, ring.find);

describe('sealing an event', () => {
  const [user, person, other] = [v7(), v7(), v7()];
  const data = {
    plain: 'open',
    userGuid: null,
    personGuid: person,
    name: 'Anna Ek',
    text: 'free text',
    persons: [
      { personGuid: other, name: 'Bo Ek' },
      { personGuid: person, name: '' },
    ],
    answers: { one: ['x', { deep: 'y y' }], two: 5, three: false, four: null },
    way: { kind: 'a', secret: 'well hidden' },
  };

  it('seals what the contract marks, in every place, and nothing else', () => {
    const ring = keyRing();
    const sealed = JSON.stringify(seal(data, ring));
    for (const secret of ['Anna Ek', 'free text', 'Bo Ek', 'y y', 'well hidden']) expect(sealed).not.toContain(secret);
    expect(seal(data, ring).data).toMatchObject({
      plain: 'open',
      personGuid: person,
      persons: [{ personGuid: other }, { name: '' }],
      answers: { four: null },
      way: { kind: 'a' },
    });
    expect(unseal(JSON.parse(sealed) as Stands, ring)).toEqual(data);
  });

  it('with the key of the first named sibling that is filled, of the nearest object, else of the stream', () => {
    const subjects = (value: unknown) => {
      const found = new Set<string>();
      sealedSubjects(JSON.stringify(seal(value, keyRing())), found);
      return [...found].sort();
    };
    const only = {
      plain: '',
      userGuid: user,
      personGuid: person,
      name: 'Anna Ek',
      persons: [],
      answers: {},
      way: { kind: 'b', open: 'o' },
    };
    expect(subjects(only)).toEqual([member(user)]);
    expect(subjects({ ...only, userGuid: null })).toEqual([related(person)]);
    expect(subjects({ ...only, userGuid: null, personGuid: undefined })).toEqual([text]);
    expect(subjects({ ...only, name: null, persons: [{ personGuid: other, name: 'Bo Ek' }] })).toEqual([
      related(other),
    ]);
    expect(subjects({ ...only, name: null })).toEqual([]);
  });

  it('reads as erased without the key, in its place only', () => {
    const ring = keyRing();
    const sealed = seal(data, ring);
    ring.keys.delete(related(person));
    expect(unseal(sealed, ring)).toEqual({ ...data, name: ERASED });
    ring.keys.delete(text);
    expect(unseal(sealed, ring)).toMatchObject({
      name: ERASED,
      text: ERASED,
      answers: { one: null, two: null, three: null },
      way: { secret: ERASED },
      persons: [{ name: 'Bo Ek' }, { name: '' }],
    });
  });

  it('cannot be moved to another person, another organization, or read with another key', () => {
    const ring = keyRing();
    const sealed = seal({ ...data, persons: [] }, ring);
    const erased = { name: ERASED };
    ring.give(related(other));
    expect(
      unseal(JSON.parse(JSON.stringify(sealed).replaceAll(related(person), related(other))) as Stands, ring),
    ).toMatchObject(erased);
    expect(unseal(sealed, ring, v7())).toMatchObject(erased);
    const again = keyRing();
    again.give(related(person));
    expect(unseal(sealed, again)).toMatchObject(erased);
    expect(unseal({ data: sealed.data }, ring)).toMatchObject(erased);
    expect(unseal(sealed, ring)).toMatchObject({ name: 'Anna Ek' });
  });

  it('the fields of one person are sealed together, and those of others apart', () => {
    const { sealed } = seal(data, keyRing());
    expect(Object.keys(sealed!).sort()).toEqual([text, related(person), related(other)].sort());
    expect(
      seal(
        { ...data, name: null, text: undefined, persons: [], answers: {}, way: { kind: 'b', open: 'o' } },
        keyRing(),
      ),
    ).not.toHaveProperty('sealed');
  });

  it('a person of another incident has another key, whatever guid a report gives them, and a member has theirs in all of them', () => {
    const another = { tenant, stream: { kind: 'incident', guid: v7() } };
    const subjects = (where: { tenant: string; stream: StreamId }, value: unknown) =>
      Object.keys(standsAs(value, plan, where, keyRing().give).sealed!);
    const named = {
      plain: '',
      userGuid: null,
      personGuid: person,
      name: 'Anna Ek',
      persons: [],
      answers: {},
      way: { kind: 'b', open: '' },
    };
    const [here, there] = [subjects({ tenant, stream }, named), subjects(another, named)];
    expect(here).toEqual([related(person)]);
    expect(there).toEqual([related(person, another.stream.guid)]);
    expect(there).not.toEqual(here);
    // A guid of one kind where another kind is expected.
    expect(subjects({ tenant, stream }, { ...named, personGuid: stream.guid })).not.toEqual([text]);
    const hurt = { ...named, userGuid: user };
    expect(subjects(another, hurt)).toEqual(subjects({ tenant, stream }, hurt));
    expect(subjects({ tenant: v7(), stream }, hurt)).not.toEqual(subjects({ tenant, stream }, hurt));
    expect(
      subjects({ tenant, stream: { kind: 'worksite', guid: stream.guid } }, { ...named, personGuid: undefined }),
    ).not.toEqual([text]);
  });

  it('what is written about a person whose key was destroyed is stored as erased: neither in plain nor under another key', () => {
    const ring = keyRing();
    const stands = standsAs(data, plan, { tenant, stream }, (name) =>
      name === related(person) ? DESTROYED : ring.give(name),
    );
    expect(JSON.stringify(stands)).not.toContain('Anna Ek');
    expect(Object.keys(stands.sealed!).sort()).toEqual([text, related(other)].sort());
    ring.give(related(person));
    expect(unseal(stands, ring)).toEqual({ ...data, name: ERASED });
  });

  it('a day, a choice or a figure of a person reads as null when it is erased, and a text as "erased"', () => {
    const nullable = <S extends z.ZodType>(of: S) => personal(of, subject.member('userGuid')).nullable();
    const of = z.strictObject({
      userGuid: z.uuid(),
      born: nullable(z.iso.date()),
      size: nullable(z.enum(['S', 'L'])),
      age: nullable(z.int()),
      isOut: nullable(z.boolean()),
      tags: nullable(z.array(z.string())),
      mail: nullable(z.email()),
    });
    const ring = keyRing();
    const written = {
      userGuid: user,
      born: '1980-02-01',
      size: 'L',
      age: 45,
      isOut: true,
      tags: ['tall'],
      mail: 'anna@example.org',
    };
    const stands = standsAs(written, personalFields(z.toJSONSchema(of)), { tenant, stream }, ring.give);
    expect(unseal(stands, ring)).toEqual(written);
    ring.keys.clear();
    expect(unseal(stands, ring)).toEqual({
      userGuid: user,
      born: null,
      size: null,
      age: null,
      isOut: null,
      tags: null,
      mail: ERASED,
    });
  });

  it('two seals of the same text differ', () => {
    const ring = keyRing();
    expect(seal(data, ring).sealed![text]).not.toBe(seal(data, ring).sealed![text]);
  });

  it('anything that a person can write comes back as it was, sealed or not', () => {
    const looksSealed = fc.constantFrom(
      'sealed:',
      'sealed:0:',
      'sealed:1:',
      `sealed:1:${text}:AAAA`,
      `sealed:2:${text}:0`,
      'sealed:0:sealed:1:x',
    );
    const written = fc.oneof(fc.string({ unit: 'grapheme' }), looksSealed);
    fc.assert(
      fc.property(
        written,
        fc.option(written),
        fc.dictionary(written, fc.jsonValue()),
        written,
        (plain, name, answers, open) => {
          const ring = keyRing();
          const event = { plain, userGuid: null, name, persons: [], answers, way: { kind: 'b', open } };
          const stands = JSON.stringify(seal(event, ring));
          const read: unknown = mentionsSealed(stands)
            ? unseal(JSON.parse(stands) as Stands, ring)
            : (JSON.parse(stands) as Stands).data;
          expect(JSON.stringify(read)).toBe(JSON.stringify(event));
        },
      ),
    );
  });

  it("answers named like an object's prototype stay answers", () => {
    const ring = keyRing();
    const written = JSON.parse(
      '{"plain":"","userGuid":null,"name":null,"persons":[],"answers":{"__proto__":"x"},"way":{"kind":"b","open":""}}',
    ) as object;
    const { data: stands, sealed } = seal(written, ring);
    expect(JSON.stringify(unsealData(JSON.parse(JSON.stringify(stands)), sealed, tenant, ring.find))).toBe(
      JSON.stringify(written),
    );
  });
});

describe('personal fields of a contract', () => {
  it('are found in a schema that refers to itself', () => {
    interface Node {
      name: string;
      children: Node[];
    }
    const node: z.ZodType<Node> = z.object({
      name: personal(z.string(), STREAM),
      get children() {
        return z.array(node);
      },
    });
    const recursive = personalFields(z.toJSONSchema(z.object({ tree: node })));
    const ring = keyRing();
    const sealed = JSON.stringify(
      standsAs(
        { tree: { name: 'secret', children: [{ name: 'secret', children: [{ name: 'secret', children: [] }] }] } },
        recursive,
        { tenant, stream },
        ring.give,
      ),
    );
    expect(sealed).not.toContain('secret');
  });

  it('are none where none are marked', () => {
    expect(
      personalFields(z.toJSONSchema(z.object({ a: z.string(), b: z.array(z.object({ c: z.int() })) }))),
    ).toBeUndefined();
  });
});

describe('SEALING_KEY', () => {
  it('opens what it wrapped, for the same person in the same organization', () => {
    const of = { tenant, subject: v7() };
    const { key, wrapped } = sealing.freshKey(of);
    expect(sealing.unwrap(of, wrapped).equals(key)).toBe(true);
    expect(() => sealing.unwrap({ ...of, subject: v7() }, wrapped)).toThrow(SealingKeyError);
    expect(() => sealing.unwrap({ ...of, tenant: v7() }, wrapped)).toThrow(SealingKeyError);
  });

  it('that is another one is an error, not an erasure', () => {
    const of = { tenant, subject: v7() };
    expect(() => new Sealing(randomBytes(32)).unwrap(of, sealing.freshKey(of).wrapped)).toThrow(/SEALING_KEY/);
  });

  it('has 32 bytes', () => {
    expect(() => new Sealing(randomBytes(16))).toThrow(/16 bytes/);
  });

  it('hashes reservations by tenant and name, and the hash says nothing', () => {
    const key = sealing.reservationKey(tenant, 'email:anna@example.com');
    expect(sealing.reservationKey(tenant, 'email:anna@example.com')).toBe(key);
    expect(sealing.reservationKey(v7(), 'email:anna@example.com')).not.toBe(key);
    expect(new Sealing(randomBytes(32)).reservationKey(tenant, 'email:anna@example.com')).not.toBe(key);
    expect(key).toMatch(/^[\w-]{43}$/);
  });
});
