import fc from 'fast-check';
import { allContexts } from '../../all-contexts.ts';
import type { Route } from '../../http/route.ts';
import { identifier } from '../../identity/requests.ts';
import { addDomainRequest } from '../../single-sign-on/sso.ts';
import { asStored, emailAddress } from './email-address.ts';
import { readableAddress, readableDomain } from './readable-domain.ts';

describe('an email address', () => {
  test.each([
    ['r&d@demo.example', 'r&d@demo.example'],
    ["o'brien+site@demo.example", "o'brien+site@demo.example"],
    ['{a}=b/c@demo.example', '{a}=b/c@demo.example'],
    [' x@y.example \n', 'x@y.example'],
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
    ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
    ['Info@Demo.Example', 'Info@Demo.Example'],
  ])('%s is taken', (typed, stored) => {
    expect(emailAddress.parse(typed)).toBe(stored);
    expect(emailAddress.parse(stored)).toBe(stored);
  });

  test.each([
    ...[
      'x',
      'x@',
      '@y.example',
      'x@y',
      'x@y@z.example',
      '.x@y.example',
      'x..y@y.example',
      'x@-y.example',
      'x@y.example.',
    ],
    ...[
      'x@1.2.3.4',
      'x@[1.2.3.4]',
      '"x y"@y.example',
      'x y@y.example',
      'x@y.exa mple',
      'иван@почта.рф',
      'x@müller.example/y',
    ],
    ...['x@müller.example:80', 'x@u:p@müller.example', 'x@y.example\u0000', `${'x'.repeat(65)}@y.example`],
    ...[
      `x@${'ü'.repeat(64)}.example`,
      `x@${'y'.repeat(64)}.example`,
      `x@${'yy.'.repeat(90)}example`,
      'x\r\nBcc: a@b.example',
    ],
  ])('%j is refused', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false);
  });

  test('stays what it is once it is stored, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.webUrl()), (typed) => {
        expect(asStored(asStored(typed))).toBe(asStored(typed));
        const read = emailAddress.safeParse(typed);
        if (read.success) expect(emailAddress.parse(readableAddress(read.data))).toBe(read.data);
      }),
    );
  });

  test('is read in its own letters, unless these could be taken for others', () => {
    expect(readableAddress('info@xn--mller-kva.example')).toBe('info@müller.example');
    expect(readableAddress('ivan@xn--80a1acny.xn--p1ai')).toBe('ivan@почта.рф');
    expect(readableDomain('xn--fsqu00a.xn--0zwm56d')).toBe('例子.测试');
    // 'аррӏе' in Cyrillic, and Latin mixed with Cyrillic.
    expect(readableDomain('xn--80ak6aa92e.example')).toBe('xn--80ak6aa92e.example');
    expect(readableDomain(asStored('x@pаypal.example').slice(2))).toBe('xn--pypal-4ve.example');
    for (const broken of ['xn--.example', 'xn--a.example', 'xn--99999999.example', 'x@', ''])
      expect(readableDomain(broken)).toBe(broken);
  });

  test('is found by what people type to sign in, and so is a domain', () => {
    expect(identifier.parse(' info@müller.example ')).toBe('info@xn--mller-kva.example');
    expect(identifier.parse(' anchor-7 ')).toBe('anchor-7');
    expect(addDomainRequest.parse({ domain: ' MÜLLER.example ' })).toEqual({ domain: 'xn--mller-kva.example' });
  });
});

/** Field names of an address in requests. */
const ADDRESS_FIELD = /emailAddress$/i;

function* fieldsOf(schema: unknown, path: string, seen = new Set<unknown>()): Generator<[string, AnyDefinition]> {
  const { def } = (schema as { _zod?: { def: AnyDefinition } } | undefined)?._zod ?? {};
  if (!def || seen.has(schema)) return;
  seen.add(schema);
  for (const [name, field] of Object.entries(def.shape ?? {})) {
    yield [`${path}.${name}`, field as AnyDefinition];
    yield* fieldsOf(field, `${path}.${name}`, seen);
  }
  for (const inner of [def.innerType, def.element, def.in, ...(def.options ?? [])]) yield* fieldsOf(inner, path, seen);
}
interface AnyDefinition {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly innerType?: unknown;
  readonly element?: unknown;
  readonly in?: unknown;
  readonly options?: readonly unknown[];
}

const fields = allContexts
  .flatMap(({ routes }): readonly Route[] => routes)
  .flatMap((route) =>
    [route.params, route.query, 'body' in route ? route.body : undefined].flatMap((schema) => [
      ...fieldsOf(schema, route.operationId),
    ]),
  )
  .filter(([path]) => ADDRESS_FIELD.test(path));

test('there are routes that take addresses', () => expect(fields.length).toBeGreaterThan(8));

test.each(fields)('%s takes every address that the product takes', (_, schema) => {
  const field = schema as unknown as typeof emailAddress;
  expect(field.parse(" r&d.o'brien+x@müller.example ")).toBe("r&d.o'brien+x@xn--mller-kva.example");
});
