import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { anyPlace } from '../../test/attachments/any-place.ts';
import { placesReadIn, whyNoExifTool } from '../../test/attachments/exif-tool.ts';
import { phoneFiles, readBy } from '../../test/attachments/phone-photos.ts';
import { carriers, caseFile, findsIn } from '../../test/attachments/position-corpus.ts';
import type { Place } from '../../test/attachments/position-parts.ts';
import { reportedEvent } from '../../test/attachments/reported-event.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

const because = await whyNoExifTool();
if (because) console.warn(`No independent program read what is stored: ${because}`);

const SEED = Number(process.env['POSITIONS_SEED'] ?? 47);
/** An event has a hundred files at most. */
const FILES_PER_EVENT = 90;
const [here] = fc.sample(anyPlace, { numRuns: 1, seed: SEED }) as [Place];

let app: TestApplication;
let reporter: TestPerson & { token: string };
let admin: TestPerson & { token: string };
let org: string;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-positions-'));

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found();
  [admin, reporter] = [await app.member(org, 'admin', 'Ada Admin'), await app.member(org, 'standard', 'Ruth Reporter')];
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true });
});

const report = (): Promise<string> => reportedEvent(app, reporter.token);

/** Attaches a file, and returns the bytes that are stored. */
async function stored(eventId: string, name: string, content: Buffer): Promise<Buffer> {
  const address = `${app.url}/api/reported-events/${eventId}/attachments/${uuidv7()}`;
  const headers = { authorization: `Bearer ${reporter.token}`, 'content-type': 'application/octet-stream' };
  const put = await fetch(`${address}?name=${name}`, { method: 'PUT', body: new Uint8Array(content), headers });
  expect({ name, status: put.status, body: await put.json() }).toMatchObject({ name, status: 200 });
  return Buffer.from(await (await fetch(`${address}/content`, { headers })).arrayBuffer());
}

interface Sent {
  readonly what: string;
  readonly name: string;
  readonly content: Buffer;
}

const generated = (): Promise<Sent[]> =>
  Promise.all(
    carriers.map(async ({ what, kind, make }, index) => ({
      what,
      name: `${index}.${kind}`,
      content: await make(here),
    })),
  );

test('no reader finds where a picture or film was taken in anything that is stored, whatever says so', async () => {
  const others = [
    { what: 'a drone’s XMP', name: 'drone.jpg', content: caseFile('drone-xmp.jpg') },
    { what: 'a HEIC without the mark of EXIF', name: 'bare.heic', content: caseFile('libheif-exif-bare.heic') },
    { what: 'a HEIC with the mark of EXIF', name: 'marked.heic', content: caseFile('libheif-exif.heic') },
    ...(await Promise.all(phoneFiles.map(async ({ what, name, make }) => ({ what, name, content: await make() })))),
  ];
  const corpus = await generated();
  const all = [...corpus, ...others];
  const [before, after] = ['before', 'after'].map((name) => join(folder, name)) as [string, string];
  for (const path of [before, after]) mkdirSync(path);
  let eventId = '';
  const found: string[] = [];
  for (const [index, { what, name, content }] of all.entries()) {
    if (index % FILES_PER_EVENT === 0) eventId = await report();
    const bytes = await stored(eventId, name, content);
    writeFileSync(join(before, name), content);
    writeFileSync(join(after, name), bytes);
    if (index < corpus.length) {
      if (findsIn(content, here).length === 0) found.push(`${what}: nothing to find before`);
      found.push(...findsIn(bytes, here).map((form) => `${what}: ${form}`));
    }
    const isRead = /\.(jpg|png|webp|heic)$/.test(name) && !what.includes('not well-formed');
    if (isRead) found.push(...(await readBy(bytes, name)).positions.map((position) => `${what}: ${position}`));
  }
  expect(found).toEqual([]);
  if (because) return console.log(`${all.length} files with a location were stored without it (seed ${SEED}).`);
  const [readBefore, readAfter] = await Promise.all([placesReadIn(before), placesReadIn(after)]);
  const seen = all.filter(({ name }) => (readBefore.get(name) ?? []).length > 0);
  expect(readAfter.size).toBe(all.length);
  expect([...readAfter].filter(([, places]) => places.length > 0)).toEqual([]);
  console.log(
    `${all.length} files with a location were stored without it (seed ${SEED}); ExifTool had read it in ${seen.length} of them, and reads it in none that is stored.`,
  );
  // Of the rest it knows no form: vendors' data that was made up.
  expect(seen.length).toBeGreaterThan(0.6 * all.length);
});

test('a photo of a person or a logo has no location', async () => {
  const file = await carriers[0]!.make(here);
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };
  const put = await fetch(`${app.url}/api/users/${admin.userGuid}/photo`, {
    method: 'PUT',
    body: new Uint8Array(file),
    headers,
  });
  const { photo } = (await put.json()) as { photo: string };
  const picture = Buffer.from(await (await fetch(app.url + photo)).arrayBuffer());
  expect([put.status, findsIn(picture, here)]).toEqual([200, []]);
});

test('an organization that keeps locations gets the bytes that came', async () => {
  const code = { code: 'KEEP_PHOTO_LOCATION', isEnabled: true };
  expect((await app.call('PATCH', `/orgs/${org}/customer-config`, { token: admin.token, body: code })).status).toBe(
    204,
  );
  // The organization's settings are cached for less than a second.
  await new Promise((later) => setTimeout(later, 2_000));
  const eventId = await report();
  for (const { name, content } of (await generated()).slice(0, 60))
    expect([name, (await stored(eventId, name, content)).equals(content)]).toEqual([name, true]);
});
