import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import yazl from 'yazl';
import { ClamdServer, whyNoClamd } from '../../test/attachments/clamd-server.ts';
import {
  jpegWith,
  MAKER_NOTE,
  phoneFiles,
  pngChunk,
  pngWith,
  readBy,
  seenOf,
  TAKEN,
} from '../../test/attachments/phone-photos.ts';
import { S3Server, whyNoS3 } from '../../test/attachments/s3-server.ts';
import { reportedEvent } from '../../test/attachments/reported-event.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';
import type { FileStore } from './storage/file-store.ts';
import { openFileStore } from './storage/open-file-store.ts';

const noS3 = whyNoS3();
const noClamd = whyNoClamd();
if (noS3) console.warn(`Evidence in a bucket was not tested: ${noS3}`);
if (noClamd) console.warn(`The virus scanner’s verdicts were not tested: ${noClamd}`);

let app: TestApplication;
let reporter: TestPerson & { token: string };
let admin: TestPerson & { token: string };
let org: string;
let eventId: string;
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function scene(options: Parameters<typeof TestApplication.start>[0] = {}): Promise<void> {
  app = await TestApplication.start({ ...options, logLevel: 'silent' });
  org = await app.found();
  [admin, reporter] = await Promise.all([
    app.member(org, 'admin', 'Ada Admin'),
    app.member(org, 'standard', 'Ruth Reporter'),
  ]);
  eventId = await report();
}
const report = (): Promise<string> => reportedEvent(app, reporter.token);
async function put(name: string, content: Buffer, event = eventId) {
  const guid = uuidv7();
  const answer = await fetch(
    `${app.url}/api/reported-events/${event}/attachments/${guid}?name=${encodeURIComponent(name)}`,
    {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { authorization: `Bearer ${reporter.token}`, 'content-type': 'application/octet-stream' },
    },
  );
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the API answers
  return { guid, status: answer.status, body: (await answer.json()) as any };
}
const outcomeOf = async (name: string, content: Buffer) => {
  const { status, body } = await put(name, content);
  return status === 200 ? '200' : `${status} ${body.className}`;
};
const get = (guid: string, of: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/reported-events/${eventId}/attachments/${guid}/${of}`, {
    headers: { authorization: `Bearer ${reporter.token}`, ...headers },
  });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

async function zipOf(entries: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}
const typesOf = (kind: string) =>
  Buffer.from(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x" ContentType="application/vnd.${kind}.main+xml"/></Types>`,
  );
const DOCX = 'openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'openxmlformats-officedocument.spreadsheetml.sheet';

/** A Word file in the format before 2007 with such a directory entry. */
function oldDocument(entry: string): Buffer {
  const content = Buffer.alloc(2_048);
  content.write('d0cf11e0a1b11ae1', 'hex');
  content.write(entry, 1_024, 'utf16le');
  content.writeUInt16LE(entry.length * 2 + 2, 1_024 + 64);
  return content;
}

/**
 * An archive of three MB that lists one entry of 21 MB ten times: within the limit of a hundred times its size, but
 * above 200 MB.
 */
async function longArchive(): Promise<Buffer> {
  const zip = await zipOf({ 'xl/sheet1.xml': Buffer.concat([randomBytes(3_000_000), Buffer.alloc(18_000_000)]) });
  const end = zip.length - 22;
  const list = zip.subarray(zip.readUInt32LE(end + 16), end);
  const tail = Buffer.from(zip.subarray(end));
  for (const at of [8, 10]) tail.writeUInt16LE(10, at);
  tail.writeUInt32LE(10 * list.length, 12);
  return Buffer.concat([zip.subarray(0, end), ...Array<Buffer>(9).fill(list), tail]);
}

const places: readonly [string, boolean, () => Promise<S3Server | undefined>][] = [
  ['a folder', true, () => Promise.resolve(undefined)],
  ['a bucket', noS3 === null, () => S3Server.start()],
];
describe.each(places)('evidence in %s', (place, isHere, openServer) => {
  if (!isHere) {
    // No S3 server is available; the reason was printed, and the test counts as skipped.
    test.skip('not run', () => undefined);
    return;
  }
  let server: S3Server | undefined;
  let store: FileStore;
  beforeAll(async () => {
    server = await openServer();
    await scene(server ? { filesBucket: server.access } : {});
    store = await openFileStore(app.options.filesDir!, server?.access);
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.list()) if (key.startsWith(org)) found.push(key);
    return found;
  };

  test.each(phoneFiles)(
    '$what comes back with its date, its maker’s note and what is seen of it, and no reader finds where it was taken',
    async ({ name, cut = 0, make }) => {
      const sent = await make();
      const before = await readBy(sent, name);
      expect(before.positions.length).toBeGreaterThan(0);
      const stored = await put(name, sent);
      expect(stored).toMatchObject({ status: 200, body: { size: sent.length - cut, receivedSha256: sha(sent) } });
      const storedBytes = await bytesOf(await get(stored.guid, 'content'));
      expect(sha(storedBytes)).toBe(stored.body.sha256);
      expect(await readBy(storedBytes, name)).toEqual({ positions: [], taken: before.taken });
      expect(before.taken).toMatch(/^2026.03.02 14:30:00/);
      expect((await seenOf(storedBytes, name)).equals(await seenOf(sent, name))).toBe(true);
      expect([
        storedBytes.includes(MAKER_NOTE),
        storedBytes.includes('Testphone'),
        storedBytes.includes(TAKEN),
      ]).toEqual([sent.includes(MAKER_NOTE), sent.includes('Testphone'), sent.includes(TAKEN)]);
      const range = await get(stored.guid, 'content', { range: 'bytes=100-199' });
      expect([range.status, (await bytesOf(range)).equals(storedBytes.subarray(100, 200))]).toEqual([206, true]);
    },
  );

  test('a small picture is made of a HEIC too, upright and as wide as it may be; of what is no picture inside there is none', async () => {
    const photo = await phoneFiles.find(({ name }) => name === 'photo.heic')!.make();
    const { guid } = await put('small.heic', photo);
    const answer = await get(guid, 'thumbnail?width=320');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const small = sharp(await bytesOf(answer));
    expect(await small.metadata()).toMatchObject({ format: 'webp', width: 240, height: 160 });
    // The same picture, as far as two lossy formats allow: a rotated or recolored one differs much more.
    const [seen, expected] = [
      await small.removeAlpha().raw().toBuffer(),
      await sharp(await seenOf(photo, 'photo.heic'), { raw: { width: 240, height: 160, channels: 4 } })
        .removeAlpha()
        .raw()
        .toBuffer(),
    ];
    expect(expected.reduce((sum, value, at) => sum + Math.abs(value - seen[at]!), 0) / expected.length).toBeLessThan(
      12,
    );
    const broken = await put('hollow.heic', photo.subarray(0, photo.indexOf('mdat') - 4));
    expect([broken.status, (await get(broken.guid, 'thumbnail?width=320')).status]).toEqual([200, 404]);
  });

  test('a thumbnail is drawn once and stored sealed; it goes with its file, and nobody can read it without the key', async () => {
    const before = await keys();
    const { guid } = await put('once.jpg', await phoneFiles[0]!.make());
    const [fileKey] = (await keys()).filter((key) => !before.includes(key));
    const drawn = await bytesOf(await get(guid, 'thumbnail?width=320'));
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect((await keys()).filter((key) => !before.includes(key)).sort()).toEqual([fileKey, `${fileKey}-320`]);
    const sealed = await buffer((await store.get(`${fileKey}-320`))!);
    expect([sealed.includes('WEBP'), sealed.length > drawn.length]).toEqual([false, true]);
    // Without the file's bytes it could not be drawn again.
    await store.delete(fileKey!);
    expect((await bytesOf(await get(guid, 'thumbnail?width=320'))).equals(drawn)).toBe(true);
    await app.call('POST', `/reported-events/${eventId}/attachments/${guid}/erase`, {
      token: admin.token,
      body: { reason: 'A stranger' },
    });
    expect((await keys()).filter((key) => !before.includes(key))).toEqual([]);
    await store.put(`${fileKey}-320`, Readable.from([sealed]));
    expect((await get(guid, 'thumbnail?width=320')).status).toBe(404);
    await store.delete(`${fileKey}-320`);
  });

  test('an erased file is gone: no bytes, no key', async () => {
    const before = await keys();
    const { guid } = await put('erased.txt', Buffer.from('A name that nobody is to read'));
    expect(await keys()).toHaveLength(before.length + 1);
    expect(
      (
        await app.call('POST', `/reported-events/${eventId}/attachments/${guid}/erase`, {
          token: admin.token,
          body: { reason: 'A stranger' },
        })
      ).status,
    ).toBe(200);
    expect(await keys()).toEqual(before);
    const client = new pg.Client({ connectionString: app.database.adminUrl });
    await client.connect();
    expect((await client.query('select from attachment_files')).rowCount).toBe(
      before.filter((key) => !/-(?:320|1280)$/.test(key)).length,
    );
    await client.end();
  });

  test('a harmful file is refused with its class, and one that only resembles it by chance is stored', async () => {
    const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
      .jpeg()
      .toBuffer();
    const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
      .png()
      .toBuffer();
    const webp = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
      .webp()
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- %PDF-1.7 --></x:xmpmeta>')
      .toBuffer();
    const words = Buffer.from('PK\u0003\u0004%PDF-1.7<script>');
    const pixels = Buffer.alloc(64 * 48 * 3, words);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(20_000);
    head.writeUInt32BE(5_001, 4);
    head.set([8, 2, 0, 0, 0], 8);
    const huge = Buffer.concat([
      png.subarray(0, 8),
      pngChunk('IHDR', head),
      pngChunk('IDAT', Buffer.alloc(0)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    const cases: readonly [string, string, Buffer, string][] = [
      [
        'a script in a photo’s remark',
        'remark.jpg',
        jpegWith(jpeg, [0xfe, Buffer.from('<script>alert(1)</script>')]),
        '415 UnsupportedMediaType',
      ],
      [
        'an archive in a photo’s EXIF',
        'exif.jpg',
        jpegWith(jpeg, [0xe1, Buffer.from('Exif\0\0PK\u0003\u0004')]),
        '415 UnsupportedMediaType',
      ],
      [
        'a page in a PNG’s text',
        'text.png',
        pngWith(png, pngChunk('tEXt', Buffer.from('Comment\0<html><body>'))),
        '415 UnsupportedMediaType',
      ],
      ['a PDF in a WebP’s XMP', 'xmp.webp', webp, '415 UnsupportedMediaType'],
      [
        'a page behind a PNG',
        'behind.png',
        Buffer.concat([png, Buffer.from('<!doctype html><script>')]),
        '415 UnsupportedMediaType',
      ],
      [
        'macros',
        'letter.docx',
        await zipOf({ '[Content_Types].xml': typesOf(DOCX), 'word/vbaProject.bin': Buffer.from('x') }),
        '415 UnsupportedMediaType',
      ],
      [
        'macros that say so',
        'letter.docx',
        await zipOf({ '[Content_Types].xml': typesOf('ms-word.document.macroEnabled') }),
        '415 UnsupportedMediaType',
      ],
      ['macros of old', 'letter.doc', oldDocument('_VBA_PROJECT'), '415 UnsupportedMediaType'],
      [
        'an archive of a hundred times its size',
        'rows.xlsx',
        await zipOf({ '[Content_Types].xml': typesOf(XLSX), 'xl/sheet1.xml': Buffer.alloc(20_000_000) }),
        '413 PayloadTooLarge',
      ],
      ['an archive of more than 200 MB', 'rows.xlsx', await longArchive(), '413 PayloadTooLarge'],
      ['more than 100 megapixels', 'huge.png', huge, '413 PayloadTooLarge'],
      [
        'such words among pixels',
        'chance.png',
        await sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
          .png({ compressionLevel: 0, adaptiveFiltering: false })
          .toBuffer(),
        '200',
      ],
      ['a document without macros', 'letter.docx', await zipOf({ '[Content_Types].xml': typesOf(DOCX) }), '200'],
      ['one of old without macros', 'old.doc', oldDocument('WordDocument'), '200'],
    ];
    expect(cases.at(-3)![2].includes(words)).toBe(true);
    const answers: [string, string][] = [];
    for (const [what, name, content] of cases) answers.push([what, await outcomeOf(name, content)]);
    expect(answers).toEqual(cases.map(([what, , , verdict]) => [what, verdict]));
  });

  if (place === 'a folder')
    test('an event has a hundred files at most', async () => {
      const full = await report();
      const left = Array.from({ length: 100 }).keys();
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          for (const index of left)
            expect(await put(`${index}.txt`, Buffer.from(`File ${index}`), full)).toMatchObject({ status: 200 });
        }),
      );
      expect(await put('one more.txt', Buffer.from('One more'), full)).toMatchObject({
        status: 409,
        body: { className: 'LimitReached' },
      });
    });

  if (place === 'a bucket')
    test('which does not answer causes 503, and nothing is attached', async () => {
      const { guid } = await put('before.txt', Buffer.from('before'));
      await server!.stop();
      expect(await outcomeOf('after.txt', Buffer.from('after'))).toBe('503 Unavailable');
      expect((await get(guid, 'content')).status).toBe(503);
      expect(
        (await app.call('GET', `/reported-events/${eventId}/attachments`, { token: reporter.token })).body.items.map(
          ({ name }: { name: string }) => name,
        ),
      ).not.toContain('after.txt');
    });
});

describe('a virus scanner', () => {
  let clamd: ClamdServer | undefined;
  beforeAll(async () => {
    clamd = noClamd === null ? await ClamdServer.start() : undefined;
    await scene({ virusScanner: clamd?.address ?? { host: '127.0.0.1', port: 1 } });
  });
  afterAll(async () => {
    await app?.stop();
    await clamd?.stop();
  });

  // Skipped where clamd is not installed.
  (noClamd ? test.skip : test)(
    'has a file refused in which it finds something, whatever the file is called, and lets every other pass',
    async () => {
      expect(await outcomeOf('found.txt', Buffer.from(clamd!.virus))).toBe('400 AttachmentInfected');
      expect(await outcomeOf('found.txt', Buffer.from('Nothing is wrong with this'))).toBe('200');
      expect(await outcomeOf('large.txt', Buffer.alloc(20_000_000, 'All is well. '))).toBe('200');
      const { body } = await app.call('GET', `/reported-events/${eventId}/attachments`, { token: reporter.token });
      expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['found.txt', 'large.txt']);
    },
  );

  test('that is unavailable prevents attaching: the file was not scanned', async () => {
    await clamd?.stop();
    expect(await outcomeOf('unseen.txt', Buffer.from('Nobody has looked'))).toBe('503 Unavailable');
    const { body } = await app.call('GET', `/reported-events/${eventId}/attachments`, { token: reporter.token });
    expect(body.items.map(({ name }: { name: string }) => name)).not.toContain('unseen.txt');
  });
});
