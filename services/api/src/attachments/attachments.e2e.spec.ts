import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

let app: TestApplication;
let admin: TestPerson & { token: string };
let reporter: TestPerson & { token: string };
let other: TestPerson & { token: string };
let eventId: string;
let org: string;
let photo: Buffer;

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  app = await TestApplication.start();
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#385' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Testphone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 50/1', GPSLongitudeRef: 'E', GPSLongitude: '10/1 45/1 8/1' },
    })
    .toBuffer();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  org = await app.found();
  [admin, reporter, other] = [
    await app.member(org, 'admin', 'Ada Admin'),
    await app.member(org, 'standard', 'Ruth Reporter'),
    await app.member(org, 'standard', 'Otto Other'),
  ];
  eventId = await report();
});

async function report(about: object = {}): Promise<string> {
  const form =
    builtInForms.find(({ groups }) =>
      groups.every(({ questions }) => questions.every((question) => !question.required)),
    ) ?? builtInForms.find(({ name }) => /near/i.test(name))!;
  const components = form.groups.map(({ groupGuid, questions }) => ({
    groupGuid,
    answers: questions
      .filter(({ required }) => required)
      .map((question) => ({
        questionGuid: question.questionGuid,
        value: question.type === 'YES_NO' ? false : question.type === 'CHOICE' ? question.options![0]!.value : 'x',
      })),
  }));
  const { status, body } = await app.call('POST', '/reported-events', {
    token: reporter.token,
    body: {
      formGuid: form.formGuid,
      formVersion: form.version,
      occurrenceDate: '2026-03-02',
      occurrenceTime: '14:30',
      regionGuid: regions[0]!.guid,
      location: 'Bay 3',
      description: 'A pallet slid.',
      components,
      ...about,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body as { eventId: string }).eventId;
}

interface Sent {
  token?: string;
  guid?: string;
  name?: string;
  bytes?: Buffer;
  headers?: Record<string, string>;
  event?: string;
}
async function put({
  token = reporter.token,
  guid = uuidv7(),
  name = 'Pallet.jpg',
  bytes = photo,
  headers = {},
  event = eventId,
}: Sent = {}) {
  const answer = await fetch(
    `${app.url}/api/reported-events/${event}/attachments/${guid}?name=${encodeURIComponent(name)}`,
    {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
    },
  );
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the API answers
  return { status: answer.status, guid, body: (await answer.json()) as any };
}
const list = async (token = reporter.token) =>
  (await app.call('GET', `/reported-events/${eventId}/attachments`, { token })).body;
const content = (guid: string, headers: Record<string, string> = {}, token = reporter.token) =>
  fetch(`${app.url}/api/reported-events/${eventId}/attachments/${guid}/content`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

test('a file may have as many bytes as the installation allows, which browsers learn at their start', async () => {
  const usual = app;
  app = await TestApplication.start({ fileLimitBytes: 1_048_576 });
  try {
    org = await app.found();
    [reporter, eventId] = [await app.member(org, 'standard', 'Ruth Reporter'), ''];
    eventId = await report();
    expect((await app.call('GET', '/startup', { token: reporter.token })).body).toMatchObject({
      fileLimitBytes: 1_048_576,
    });
    expect((await put({ name: 'whole.txt', bytes: Buffer.alloc(1_048_576, 97) })).status).toBe(200);
    expect(await put({ name: 'more.txt', bytes: Buffer.alloc(1_048_577, 97) })).toMatchObject({
      status: 400,
      body: { className: 'AttachmentTooLarge', fieldErrors: [{ message: 'A file may have 1 MB' }] },
    });
  } finally {
    await app.stop();
    app = usual;
  }
});

test('a photo comes back as it was stored, without its location; none of it is on the disk in plain text', async () => {
  const sent = await put();
  expect(sent).toMatchObject({
    status: 200,
    body: {
      name: 'Pallet.jpg',
      contentType: 'image/jpeg',
      size: photo.length,
      receivedSha256: sha(photo),
      revision: 2,
    },
  });
  const answer = await content(sent.guid);
  const storedBytes = Buffer.from(await answer.arrayBuffer());
  expect(sha(storedBytes)).toBe(sent.body.sha256);
  expect(sent.body.sha256).not.toBe(sent.body.receivedSha256);
  expect(
    Object.fromEntries(
      ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy', 'cache-control'].map(
        (name) => [name, answer.headers.get(name)],
      ),
    ),
  ).toEqual({
    'content-type': 'image/jpeg',
    'content-disposition': "attachment; filename*=UTF-8''Pallet.jpg",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  });
  expect(await sharp(storedBytes).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
  const { exif } = await sharp(storedBytes).metadata();
  expect(exif!.includes('Testphone')).toBe(true);
  const rational = Buffer.alloc(8);
  rational.writeUInt32LE(59, 0);
  rational.writeUInt32LE(1, 4);
  expect([photo.includes(rational), storedBytes.includes(rational)]).toEqual([true, false]);
  const stored = readdirSync(app.options.filesDir!, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(stored.length).toBeGreaterThan(0);
  for (const entry of stored)
    expect(readFileSync(join(entry.parentPath, entry.name)).includes('Testphone')).toBe(false);
});

test('the location of a photo stays in an organization that configures it so', async () => {
  expect(
    (
      await app.call('PATCH', `/orgs/${org}/customer-config`, {
        token: admin.token,
        body: { code: 'KEEP_PHOTO_LOCATION', isEnabled: true },
      })
    ).status,
  ).toBe(204);
  let sent = await put();
  // The organization's settings are cached for less than a second.
  for (let tries = 1; tries < 30 && sent.body.sha256 !== sha(photo); tries++) {
    await new Promise((later) => setTimeout(later, 100));
    sent = await put({ name: `Pallet ${tries}.jpg` });
  }
  expect(sent.body).toMatchObject({ sha256: sha(photo), receivedSha256: sha(photo) });
});

test('a range beyond the end of a file is refused with its size; one that means nothing gets the whole file', async () => {
  const { guid } = await put({ name: 'notes.txt', bytes: Buffer.alloc(1_000, 97) });
  for (const range of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0']) {
    const answer = await content(guid, { range });
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, 'bytes */1000']);
    expect(await answer.json()).toMatchObject({ className: 'RangeNotSatisfiable' });
  }
  for (const range of ['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,4-5'])
    expect([range, (await content(guid, { range })).status]).toEqual([range, 200]);
  expect((await content(guid, { range: 'bytes=999-5000' })).status).toBe(206);
});

test('a web page is refused with what to attach instead', async () => {
  const { status, body } = await put({ name: 'page.txt', bytes: Buffer.from('<!doctype html><html></html>') });
  const text = "Web pages and scripts can't be attached. Attach a PDF or a picture of the page.";
  expect([status, body.detail, body.fieldErrors[0].message]).toEqual([415, text, text]);
});

test('any range of a file is answered with just its bytes', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, index) => 97 + (index % 26)));
  const { guid } = await put({ name: 'long.txt', bytes });
  for (const [asked, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=65535-65536', 65_535, 65_537],
    ['bytes=131072-', 131_072, 200_001],
    ['bytes=-5', 199_996, 200_001],
    ['bytes=70000-150000', 70_000, 150_001],
  ] as const) {
    const answer = await content(guid, { range: asked });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/200001`]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
  }
});

test('the same bytes again change nothing; others under the same guid, or the guid at another event, are refused', async () => {
  const { guid } = await put();
  expect(await put({ guid })).toMatchObject({ status: 200, body: { revision: 2 } });
  expect(await put({ guid, bytes: await sharp(photo).negate().jpeg().toBuffer() })).toMatchObject({
    status: 409,
    body: { className: 'DuplicateGuid' },
  });
  expect(await put({ guid, event: await report() })).toMatchObject({
    status: 409,
    body: { className: 'DuplicateGuid' },
  });
  expect(await put({ name: 'PALLET.JPG' })).toMatchObject({
    status: 409,
    body: { className: 'DuplicateAttachmentName' },
  });
  expect((await list()).totalCount).toBe(1);
});

test('a file that may not be attached is refused with its error, and nothing is stored', async () => {
  const text = (content: string) => Buffer.from(content);
  const jpegWith = (behind: string) => Buffer.concat([photo, text(behind)]);
  const cases: readonly [string, Sent, number, string][] = [
    ['empty', { bytes: Buffer.alloc(0) }, 400, 'MalformedRequest'],
    ['too large', { name: 'a.txt', bytes: Buffer.alloc(26_214_401, 97) }, 400, 'AttachmentTooLarge'],
    ['not listed', { name: 'a.exe' }, 400, 'InvalidFileExtension'],
    ['other content', { name: 'a.png' }, 400, 'InvalidFileExtension'],
    ['no name left', { name: '../..' }, 400, 'MalformedName'],
    ['a page', { name: 'a.txt', bytes: text('<!doctype html><script>alert(1)</script>') }, 415, 'UnsupportedMediaType'],
    ['a page behind a picture', { bytes: jpegWith('<html><body>') }, 415, 'UnsupportedMediaType'],
    ['a PDF behind a picture', { bytes: jpegWith('%PDF-1.7') }, 415, 'UnsupportedMediaType'],
    ['an archive behind a picture', { bytes: jpegWith('PK\u0003\u0004') }, 415, 'UnsupportedMediaType'],
    ['not bytes', { headers: { 'content-type': 'image/jpeg' } }, 415, 'UnsupportedMediaType'],
    [
      'another digest',
      { headers: { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` } },
      400,
      'MalformedRequest',
    ],
  ];
  for (const [what, sent, status, className] of cases)
    expect([what, await put(sent)]).toEqual([
      what,
      expect.objectContaining({ status, body: expect.objectContaining({ className }) }),
    ]);
  expect((await list()).totalCount).toBe(0);
});

test('data after the end of a picture, such as a video, is cut off', async () => {
  const sent = await put({ bytes: Buffer.concat([photo, Buffer.from('....ftypmp42 a film')]) });
  expect(sent).toMatchObject({ status: 200, body: { size: photo.length } });
});

test('a person who may not see the event, or add to it, is refused whatever they send', async () => {
  expect(await put({ token: other.token, bytes: Buffer.from('x') })).toMatchObject({ status: 403 });
  const { guid } = await put();
  expect((await content(guid, {}, other.token)).status).toBe(403);
  expect(await put({ event: uuidv7() })).toMatchObject({ status: 404, body: { className: 'EventNotFound' } });
});

test('a file is renamed, deleted and restored by those who may amend, and erased for good by admins only', async () => {
  const { guid } = await put();
  const on = (method: 'PATCH' | 'DELETE' | 'POST', verb = '', more: { token?: string; body?: unknown } = {}) =>
    app.call(method, `/reported-events/${eventId}/attachments/${guid}${verb}`, { token: reporter.token, ...more });
  expect(await on('PATCH', '', { body: { name: 'After.jpg' } })).toMatchObject({ status: 200, body: { revision: 3 } });
  expect(await on('PATCH', '', { body: { name: 'After.pdf' } })).toMatchObject({
    status: 400,
    body: { className: 'InvalidFileExtension' },
  });
  expect((await on('DELETE')).status).toBe(200);
  expect((await content(guid)).status).toBe(404);
  expect((await on('POST', '/restore')).status).toBe(200);
  expect((await list()).items[0]).toMatchObject({
    name: 'After.jpg',
    state: 'ATTACHED',
    allowedCommands: ['change', 'delete'],
  });
  expect(await on('POST', '/erase', { body: { reason: 'A stranger' } })).toMatchObject({ status: 403 });
  expect((await on('POST', '/erase', { token: admin.token, body: { reason: 'A stranger' } })).status).toBe(200);
  expect([(await content(guid)).status, (await list(admin.token)).totalCount]).toEqual([404, 0]);
  expect((await on('POST', '/restore', { token: admin.token })).status).toBe(404);
  const history = (await app.call('GET', `/reported-events/${eventId}/history`, { token: reporter.token })).body;
  expect(JSON.stringify(history)).not.toMatch(/After|Pallet\.jpg/);
});

test('files that a report announces are awaited until each has come or is not wanted any more; what cannot be attached is not announced', async () => {
  const [photoGuid, filmGuid] = [uuidv7(), uuidv7()];
  eventId = await report({
    awaitedAttachments: [
      { attachmentGuid: photoGuid, name: 'C:\\DCIM\\Pallet.jpg', size: photo.length },
      { attachmentGuid: filmGuid, name: 'Pallet.mp4', size: 9_000_000 },
    ],
  });
  await app.caughtUp(org, (await app.api.application.store.read(org, 0, 1)).head);
  const event = (await app.call('GET', `/reported-events/${eventId}`, { token: reporter.token })).body;
  expect(event).toMatchObject({ number: expect.any(Number), revision: 2 });
  expect(await list()).toMatchObject({
    totalCount: 0,
    awaited: [
      { attachmentGuid: photoGuid, name: 'Pallet.jpg', size: photo.length, questionGuid: null },
      { attachmentGuid: filmGuid, name: 'Pallet.mp4' },
    ],
  });
  expect((await put({ guid: photoGuid })).body).toMatchObject({ revision: 3 });
  expect((await list()).awaited.map(({ name }: { name: string }) => name)).toEqual(['Pallet.mp4']);
  expect(
    (await app.call('DELETE', `/reported-events/${eventId}/attachments/${filmGuid}`, { token: other.token })).status,
  ).toBe(403);
  expect(
    (await app.call('DELETE', `/reported-events/${eventId}/attachments/${filmGuid}`, { token: reporter.token })).status,
  ).toBe(200);
  expect(await list()).toMatchObject({ totalCount: 1, awaited: [] });
  expect(
    (await app.call('DELETE', `/reported-events/${eventId}/attachments/${filmGuid}`, { token: reporter.token })).status,
  ).toBe(404);
  const wrong = [
    { attachmentGuid: photoGuid, name: 'tool.exe', size: 1 },
    { attachmentGuid: photoGuid, name: 'a.txt', size: 1 },
    { attachmentGuid: uuidv7(), name: '../..', size: 1 },
  ];
  await expect(report({ awaitedAttachments: wrong })).rejects.toThrow(
    /awaitedAttachments\.0\.name.*InvalidFileExtension.*awaitedAttachments\.1\.attachmentGuid.*awaitedAttachments\.2\.name.*MalformedName/,
  );
});

test('a report is refused that announces a file that is too large, or for a question that takes none', async () => {
  const file = { attachmentGuid: uuidv7(), name: 'Pallet.jpg', size: 9 };
  for (const [more, field] of [
    [{ size: 26_214_401 }, 'size'],
    [{ questionGuid: uuidv7() }, 'questionGuid'],
    [{ questionGuid: builtInForms[0]!.groups[0]!.questions[0]!.questionGuid }, 'questionGuid'],
  ] as const)
    await expect(report({ awaitedAttachments: [{ ...file, ...more }] })).rejects.toThrow(
      `awaitedAttachments.0.${field}`,
    );
});

test('a file that one event awaits is refused by another, and its guid to another report', async () => {
  const attachmentGuid = uuidv7();
  const awaitedAttachments = [{ attachmentGuid, name: 'Pallet.jpg', size: photo.length }];
  const awaiting = await report({ awaitedAttachments });
  eventId = await report({});
  expect((await put({ guid: attachmentGuid })).body.className).toBe('DuplicateGuid');
  await expect(report({ awaitedAttachments })).rejects.toThrow('DuplicateGuid');
  eventId = awaiting;
  expect((await put({ guid: attachmentGuid })).status).toBe(200);
});

test('a file shows people whom the organization or its event knows, and answers a question that takes files', async () => {
  eventId = await report({});
  const attachmentGuid = uuidv7();
  const path = `/reported-events/${eventId}/attachments/${attachmentGuid}`;
  for (const questionGuid of [uuidv7(), builtInForms[0]!.groups[0]!.questions[0]!.questionGuid]) {
    const answer = await app.call('PUT', `${path}?name=Pallet.jpg&questionGuid=${questionGuid}`, {
      token: reporter.token,
      body: photo,
    });
    expect([answer.status, answer.body.fieldErrors[0].field]).toEqual([400, 'questionGuid']);
  }
  expect((await put({ guid: attachmentGuid })).status).toBe(200);
  const show = (...personGuids: string[]) => app.call('PATCH', path, { token: reporter.token, body: { personGuids } });
  const unknown = await show(reporter.userGuid, uuidv7());
  expect([unknown.status, unknown.body.fieldErrors[0].field]).toEqual([400, 'personGuids.1']);
  expect((await show(reporter.userGuid)).status).toBe(200);
});
