import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type Answer, type TestPerson } from '../../../test/test-application.ts';

type SignedInPerson = TestPerson & { readonly token: string };
let app: TestApplication;
let org: string;
let admin: SignedInPerson;
let png: Buffer;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  png = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#026281' } })
    .png()
    .toBuffer();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found('Picture Works', { asksAtOnce: true });
  admin = await app.member(org, 'admin', 'Anna Lund');
});

/** A multipart form with a file, as browsers send it. */
const form = (...parts: (readonly [name: string, content: Buffer | string, fileName?: string])[]) => {
  const made = new FormData();
  for (const [name, content, fileName] of parts) {
    if (typeof content === 'string') made.append(name, content);
    else made.append(name, new Blob([new Uint8Array(content)], { type: 'image/png' }), fileName);
  }
  return made;
};
async function sendForm(
  body: FormData | Buffer,
  { who = admin, headers = {} }: { who?: { readonly token: string }; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(`${app.url}/api/orgs/${org}/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    body: body instanceof FormData ? body : new Uint8Array(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const set = (file = png, more: Parameters<typeof sendForm>[1] = {}) => sendForm(form(['logo', file, 'logo.png']), more);
const call = (method: string, path: string, token = admin.token) => app.call(method, path, { token });
const shown = (path: string) => fetch(`${app.url}${path}`);
const refusal = ({ status, body }: Answer) => [
  status,
  body.className,
  ...(body.fieldErrors ?? []).map(({ field }: { field: string }) => field),
];
const eventsOf = async () => {
  const loaded = await app.api.application.store.load(org, { kind: 'organization', guid: org });
  return loaded.events.map(({ type }) => type).filter((type) => type !== 'OrganizationCreated');
};

test('a logo is shown to everyone with its address, in WebP of 512 pixels, for a year, and listed with the organization', async () => {
  const { status, body } = await set();
  expect([status, body]).toEqual([
    200,
    { logo: expect.stringMatching(new RegExp(`^/api/orgs/${org}/logo\\?v=[\\w-]{43}$`)) },
  ]);
  const answer = await shown(body.logo);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ]);
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 512,
    height: 384,
  });
  expect((await call('GET', `/orgs/${org}`)).body.logo).toBe(body.logo);
  expect((await call('GET', '/startup')).body.organization.logo).toBe(body.logo);
  expect((await call('GET', `/org-memberships?organizationGuid=${org}`)).body.items[0].logo).toBe(body.logo);
  expect((await call('GET', `/org-memberships?memberGuid=${admin.userGuid}`)).body.items[0].logo).toBe(body.logo);
});

test('one that replaces another has another address; the one before, one that was removed, and another organization’s show nothing', async () => {
  const [first, second] = [(await set()).body.logo as string, (await set()).body.logo as string];
  expect([(await shown(first)).status, (await shown(second)).status]).toEqual([404, 200]);
  const elsewhere = await app.found('Elsewhere', { asksAtOnce: true });
  expect(refusal(await app.call('GET', second.replace(org, elsewhere)))).toEqual([404, 'LogoNotFound']);
  expect(refusal(await app.call('GET', `/orgs/${org}/logo`))).toEqual([400, 'MalformedRequest', 'v']);
  expect((await call('DELETE', `/orgs/${org}/logo`)).status).toBe(204);
  expect(refusal(await app.call('GET', second))).toEqual([404, 'LogoNotFound']);
  expect(refusal(await call('DELETE', `/orgs/${org}/logo`))).toEqual([404, 'LogoNotFound']);
  expect((await call('GET', `/orgs/${org}`)).body.logo).toBeNull();
  expect(await eventsOf()).toEqual(['OrganizationLogoChanged', 'OrganizationLogoChanged', 'OrganizationLogoRemoved']);
});

test('a repeated request brings back none that another has replaced since; other bytes under its key are refused', async () => {
  const headers = { 'idempotency-key': uuidv7() };
  expect((await set(png, { headers })).status).toBe(200);
  const second = (await set()).body.logo as string;
  expect((await set(png, { headers })).body.logo).toBe(second);
  expect((await shown(second)).status).toBe(200);
  expect(refusal(await set(Buffer.concat([png, Buffer.from('x')]), { headers }))).toEqual([
    422,
    'IdempotencyKeyReused',
  ]);
  expect(await eventsOf()).toEqual(['OrganizationLogoChanged', 'OrganizationLogoChanged']);
});

test.each<[string, () => FormData | Buffer, Record<string, string>, (string | number)[]]>([
  ['no picture', () => form(['logo', Buffer.from('hello'), 'logo.png']), {}, [400, 'InvalidFileExtension', 'logo']],
  [
    'a drawing',
    () => form(['logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'logo.svg']),
    {},
    [400, 'InvalidFileExtension', 'logo'],
  ],
  ['an empty file', () => form(['logo', Buffer.alloc(0), 'logo.png']), {}, [400, 'InvalidFileExtension', 'logo']],
  ['a text in its place', () => form(['logo', 'hello']), {}, [400, 'InvalidFileExtension', 'logo']],
  ['an empty form', () => form(), {}, [400, 'InvalidFileExtension', 'logo']],
  ['another field', () => form(['picture', png, 'logo.png']), {}, [400, 'MalformedRequest', 'picture']],
  [
    'the field twice',
    () => form(['logo', png, 'a.png'], ['logo', png, 'b.png']),
    {},
    [400, 'MalformedRequest', 'logo'],
  ],
  ['no form', () => png, { 'content-type': 'image/png' }, [400, 'InvalidFileExtension', 'logo']],
  [
    'JSON',
    () => Buffer.from('{"logo":"x"}'),
    { 'content-type': 'application/json' },
    [400, 'InvalidFileExtension', 'logo'],
  ],
  [
    'a form without an end',
    () => Buffer.from('--x\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\nabc'),
    { 'content-type': 'multipart/form-data; boundary=x' },
    [400, 'MalformedRequest', 'logo'],
  ],
  [
    'a form without a boundary',
    () => Buffer.from('abc'),
    { 'content-type': 'multipart/form-data; charset=utf-8' },
    [400, 'MalformedRequest', 'logo'],
  ],
  [
    'more than 5 MB',
    () => form(['logo', Buffer.alloc(5 * 2 ** 20 + 1), 'logo.png']),
    {},
    [400, 'AttachmentTooLarge', 'logo'],
  ],
  [
    'far more than 5 MB',
    () => form(['logo', Buffer.alloc(6 * 2 ** 20), 'logo.png']),
    {},
    [400, 'AttachmentTooLarge', 'logo'],
  ],
  [
    'a compressed body',
    () => png,
    { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    [415, 'UnsupportedMediaType'],
  ],
])('%s is refused, and nothing is written', async (_, body, headers, expected) => {
  expect(refusal(await sendForm(body(), { headers }))).toEqual(expected);
  expect(await eventsOf()).toEqual([]);
});

test('only those who may change the organization set one, and no other route takes a form', async () => {
  const member = await app.member(org, 'standard', 'Stan Reef');
  expect(refusal(await set(png, { who: member }))).toEqual([403, 'Forbidden']);
  const answer = await fetch(`${app.url}/api/orgs/${org}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form(['name', 'Other']),
  });
  expect(answer.status).toBe(415);
});
