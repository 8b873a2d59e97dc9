import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { z } from 'zod';
import { ERASED, personal, STREAM_SUBJECT } from '@plimsoll/contracts/domain-event';
import { personalFields } from './personal-fields.ts';
import { mentionsSealed, Sealing, sealData, sealedSubjects, SealingKeyError, unsealData, type SealedTexts } from './sealing.ts';

const sealing = new Sealing(randomBytes(32));
const tenant = v7();
const stream = v7();

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
  name: personal(z.string(), 'userGuid', 'personGuid').nullable(),
  text: personal(z.string(), STREAM_SUBJECT).optional(),
  persons: z.array(z.strictObject({ personGuid: z.uuid(), name: personal(z.string(), 'personGuid') })),
  answers: z.record(z.string(), personal(z.unknown(), STREAM_SUBJECT)),
  way: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), secret: personal(z.string(), STREAM_SUBJECT) }), z.object({ kind: z.literal('b'), open: z.string() })]),
});
const plan = personalFields(z.toJSONSchema(schema));

interface Stands {
  readonly data: unknown;
  readonly sealed?: SealedTexts;
}
const seal = (data: unknown, ring: ReturnType<typeof keyRing>): Stands => sealData(data, plan, { tenant, stream }, ring.give);
const unseal = ({ data, sealed }: Stands, ring: ReturnType<typeof keyRing>, of = tenant) => unsealData(structuredClone(data), sealed, of, ring.find);

describe('sealing an event', () => {
  const [user, person, other] = [v7(), v7(), v7()];
  const data = {
    plain: 'open', userGuid: null, personGuid: person, name: 'Anna Ek', text: 'free text',
    persons: [{ personGuid: other, name: 'Bo Ek' }, { personGuid: person, name: '' }],
    answers: { one: ['x', { deep: 'y y' }], two: 5, three: false, four: null },
    way: { kind: 'a', secret: 'well hidden' },
  };

  it('seals what the contract marks, wherever it stands, and nothing else', () => {
    const ring = keyRing();
    const sealed = JSON.stringify(seal(data, ring));
    for (const secret of ['Anna Ek', 'free text', 'Bo Ek', 'y y', 'well hidden']) expect(sealed).not.toContain(secret);
    expect(seal(data, ring).data).toMatchObject({ plain: 'open', personGuid: person, persons: [{ personGuid: other }, { name: '' }], answers: { four: null }, way: { kind: 'a' } });
    expect(unseal(JSON.parse(sealed) as Stands, ring)).toEqual(data);
  });

  it('with the key of the first named sibling that is filled, of the nearest object, else of the stream', () => {
    const subjects = (value: unknown) => {
      const found = new Set<string>();
      sealedSubjects(JSON.stringify(seal(value, keyRing())), found);
      return [...found].sort();
    };
    const only = { plain: '', userGuid: user, personGuid: person, name: 'Anna Ek', persons: [], answers: {}, way: { kind: 'b', open: 'o' } };
    expect(subjects(only)).toEqual([user]);
    expect(subjects({ ...only, userGuid: null })).toEqual([person]);
    expect(subjects({ ...only, userGuid: null, personGuid: undefined })).toEqual([stream]);
    expect(subjects({ ...only, name: null, persons: [{ personGuid: other, name: 'Bo Ek' }] })).toEqual([other]);
    expect(subjects({ ...only, name: null })).toEqual([]);
  });

  it('reads as erased without the key, in its place only', () => {
    const ring = keyRing();
    const sealed = seal(data, ring);
    ring.keys.delete(person);
    expect(unseal(sealed, ring)).toEqual({ ...data, name: ERASED });
    ring.keys.delete(stream);
    expect(unseal(sealed, ring)).toMatchObject({ name: ERASED, text: ERASED, answers: { one: ERASED, two: ERASED }, way: { secret: ERASED }, persons: [{ name: 'Bo Ek' }, { name: '' }] });
  });

  it('cannot be moved to another person, another organization, or read with another key', () => {
    const ring = keyRing();
    const sealed = seal({ ...data, persons: [] }, ring);
    const erased = { name: ERASED };
    ring.give(other);
    expect(unseal(JSON.parse(JSON.stringify(sealed).replaceAll(person, other)) as Stands, ring)).toMatchObject(erased);
    expect(unseal(sealed, ring, v7())).toMatchObject(erased);
    const again = keyRing();
    again.give(person);
    expect(unseal(sealed, again)).toMatchObject(erased);
    expect(unseal({ data: sealed.data }, ring)).toMatchObject(erased);
    expect(unseal(sealed, ring)).toMatchObject({ name: 'Anna Ek' });
  });

  it('the fields of one person are sealed together, and those of others apart', () => {
    const { sealed } = seal(data, keyRing());
    expect(Object.keys(sealed!).sort()).toEqual([stream, person, other].sort());
    expect(seal({ ...data, name: null, text: undefined, persons: [], answers: {}, way: { kind: 'b', open: 'o' } }, keyRing())).not.toHaveProperty('sealed');
  });

  it('what older events sealed one by one is still read', () => {
    const ring = keyRing();
    const cipher = createCipheriv('aes-256-gcm', ring.give(stream), Buffer.alloc(12, 7));
    cipher.setAAD(Buffer.from(`${tenant}:${stream}`));
    const text = Buffer.concat([Buffer.alloc(12, 7), cipher.update('"free text"'), cipher.final(), cipher.getAuthTag()]).toString('base64');
    const found = new Set<string>();
    sealedSubjects(JSON.stringify({ text: `sealed:1:${stream}:${text}` }), found);
    expect([...found]).toEqual([stream]);
    expect(unseal({ data: { text: `sealed:1:${stream}:${text}` } }, ring)).toEqual({ text: 'free text' });
    expect(unseal({ data: { text: `sealed:1:${stream}:${text}` } }, keyRing())).toEqual({ text: ERASED });
  });

  it('two seals of the same text differ', () => {
    const ring = keyRing();
    expect(seal(data, ring).sealed![stream]).not.toBe(seal(data, ring).sealed![stream]);
  });

  it('anything that a person can write comes back as it was, sealed or not', () => {
    const looksSealed = fc.constantFrom('sealed:', 'sealed:0:', 'sealed:1:', `sealed:1:${stream}:AAAA`, `sealed:2:${stream}:0`, 'sealed:0:sealed:1:x');
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), looksSealed);
    fc.assert(
      fc.property(text, fc.option(text), fc.dictionary(text, fc.jsonValue()), text, (plain, name, answers, open) => {
        const ring = keyRing();
        const written = { plain, userGuid: null, name, persons: [], answers, way: { kind: 'b', open } };
        const stands = JSON.stringify(seal(written, ring));
        const read: unknown = mentionsSealed(stands) ? unseal(JSON.parse(stands) as Stands, ring) : (JSON.parse(stands) as Stands).data;
        expect(JSON.stringify(read)).toBe(JSON.stringify(written));
      }),
    );
  });

  it('answers named like an object\'s prototype stay answers', () => {
    const ring = keyRing();
    const written = JSON.parse('{"plain":"","userGuid":null,"name":null,"persons":[],"answers":{"__proto__":"x"},"way":{"kind":"b","open":""}}') as object;
    const { data: stands, sealed } = seal(written, ring);
    expect(JSON.stringify(unsealData(JSON.parse(JSON.stringify(stands)), sealed, tenant, ring.find))).toBe(JSON.stringify(written));
  });
});

describe('personal fields of a contract', () => {
  it('are found in a schema that refers to itself', () => {
    interface Node { name: string; children: Node[] }
    const node: z.ZodType<Node> = z.object({ name: personal(z.string(), STREAM_SUBJECT), get children() { return z.array(node); } });
    const recursive = personalFields(z.toJSONSchema(z.object({ tree: node })));
    const ring = keyRing();
    const sealed = JSON.stringify(sealData({ tree: { name: 'secret', children: [{ name: 'secret', children: [{ name: 'secret', children: [] }] }] } }, recursive, { tenant, stream }, ring.give));
    expect(sealed).not.toContain('secret');
  });

  it('are none where none are marked', () => {
    expect(personalFields(z.toJSONSchema(z.object({ a: z.string(), b: z.array(z.object({ c: z.int() })) })))).toBeUndefined();
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

  it('that is another one is a fault, not an erasure', () => {
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
