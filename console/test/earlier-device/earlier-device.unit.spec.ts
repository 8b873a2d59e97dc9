import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { device, deviceStore } from '../../src/lib/test/device.ts';

/** A browser's IndexedDB and localStorage as commit c5f7ca48 left them. */
interface StoredDevice {
  /** The user's key in base64, as `GET /api/device-key` returns it. In IndexedDB it is a non-extractable CryptoKey. */
  readonly deviceKey: string;
  readonly indexedDb: readonly {
    readonly database: string;
    readonly store: string;
    readonly entries: readonly { readonly key: string; readonly value: unknown }[];
  }[];
  readonly localStorage: Readonly<Record<string, string>>;
}

const stored = JSON.parse(readFileSync(new URL('./device.json', import.meta.url), 'utf8')) as StoredDevice;
/** Sam Whitford of the demo. */
const PERSON = '53a69535-03d5-562a-94b6-b63c84b7de9d';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

/** Restores stored values, since JSON has neither bytes nor keys. */
async function restored(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(restored));
  if (!value || typeof value !== 'object') return value;
  const { $bytes, $buffer, $key } = value as Record<string, string>;
  if ($bytes !== undefined) return bytesOf($bytes);
  if ($buffer !== undefined) return bytesOf($buffer).buffer;
  if ($key !== undefined)
    return crypto.subtle.importKey('raw', bytesOf(stored.deviceKey), $key, false, ['encrypt', 'decrypt']);
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([name, part]) => [name, await restored(part)])),
  );
}

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { sealedDrafts } = await import('../../src/lib/forms/sealed-drafts.ts');
const { storedPerson } = await import('../../src/lib/offline/device-key.ts');
const { openQueuedUploads } = await import('../../src/lib/offline/upload-queue-storage.ts');
const { signIn } = await import('../../src/lib/session/session.ts');
const { storedReports, readStoredReports } = await import('../../src/lib/offline/outbox-storage.ts');

beforeAll(async () => {
  // Drafts expire after 30 days.
  jest.useFakeTimers({ now: new Date('2026-11-29T09:00:00Z'), doNotFake: ['setTimeout', 'setImmediate', 'nextTick'] });
  for (const [key, value] of Object.entries(stored.localStorage)) localStorage.setItem(key, value);
  for (const { database, entries } of stored.indexedDb) {
    const into = deviceStore.createStore(database) ?? device;
    for (const { key, value } of entries) into.set(key, await restored(value));
  }
});
afterAll(() => {
  jest.useRealTimers();
  localStorage.clear();
});

/** A sign-in as the server answers it; the signature is not checked here. */
async function signInAsSam(): Promise<void> {
  const claims = { sub: PERSON, exp: Date.parse('2026-11-29T10:00:00Z') / 1000, organizations: [] };
  const jwt = ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const answer = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ jwt, challenge: null }));
  await signIn('sam@demo.example', 'a password');
  answer.mockRestore();
}

test('the device of an earlier version still knows its user', async () => {
  expect(await storedPerson()).toBe(PERSON);
});

test('a draft that an earlier version has encrypted opens', async () => {
  const [draft, ...others] = await sealedDrafts.list(`report:${PERSON}:`);
  expect(JSON.stringify(draft!.value)).toContain('The guard of the chop saw was left open after lunch.');
  expect(others).toEqual([]);
});

test('the data needed to report offline is there, too', async () => {
  expect(await sealedDrafts.list(`start:${PERSON}:`)).toHaveLength(1);
});

test('a report in the outbox opens, with the file that goes with it', async () => {
  await signInAsSam();
  await readStoredReports();
  const [report, ...others] = storedReports();
  expect(report!.body.description).toBe('A sling frayed over the loading bay; nobody stood below it.');
  expect(others).toEqual([]);
  const [file] = await openQueuedUploads<{ readonly name: string }>(PERSON);
  expect(file!.about.name).toMatch(/\.(jpg|png)$/);
  expect(file!.content.size).toBeGreaterThan(100);
});
