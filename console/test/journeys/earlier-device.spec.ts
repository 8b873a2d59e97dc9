import keptDevice from '../earlier-device/device.json' with { type: 'json' };
import { expect, test } from './support/journey.ts';

/** Restores a browser's storage in this one, with the user's key as a non-extractable CryptoKey. */
async function restoreDevice({ deviceKey, indexedDb, localStorage: local }: typeof keptDevice): Promise<void> {
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const restored = async (value: unknown): Promise<unknown> => {
    if (!value || typeof value !== 'object') return value;
    const { $bytes, $buffer, $key } = value as Record<string, string>;
    if ($bytes !== undefined) return bytesOf($bytes);
    if ($buffer !== undefined) return bytesOf($buffer).buffer;
    if ($key !== undefined)
      return crypto.subtle.importKey('raw', bytesOf(deviceKey), $key, false, ['encrypt', 'decrypt']);
    const parts = Object.entries(value).map(async ([name, part]) => [name, await restored(part)] as const);
    return Object.fromEntries(await Promise.all(parts));
  };
  for (const [name, text] of Object.entries(local)) localStorage.setItem(name, text);
  for (const { database, store, entries } of indexedDb) {
    const values = await Promise.all(entries.map(async ({ key, value }) => [key, await restored(value)] as const));
    await new Promise<void>((done, fail) => {
      const opening = indexedDB.open(database);
      opening.onupgradeneeded = () => opening.result.createObjectStore(store);
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction(store, 'readwrite');
        for (const [key, value] of values) writing.objectStore(store).put(value, key);
        writing.oncomplete = () => {
          opening.result.close();
          done();
        };
      };
    });
  }
}

/**
 * Drafts of the fixture have expired by now, after 30 days; `earlier-device.unit.spec.ts` opens one at a fixed date.
 */
test('a report that an earlier version left in the outbox of a device is there, with its file, and can be opened', async ({
  open,
}) => {
  const page = await open('sam', '/plimsoll.webmanifest', {});
  // The demo's users have the same guids everywhere, but each installation has its own keys.
  await page.route('**/api/device-key', (route) => route.fulfill({ json: { key: keptDevice.deviceKey } }));
  await page.route(/\/api\/reported-events\?/, (route) => route.abort('internetdisconnected'));
  await page.evaluate(restoreDevice, keptDevice);
  await page.goto('/events/outbox');
  const report = page.getByRole('article');
  await expect(report).toContainText('A sling frayed over the loading bay; nobody stood below it');
  await expect(report).toContainText('1 kept');
  await report.getByRole('button', { name: 'Open and change' }).click();
  await expect(page.getByLabel(/^What happened/)).toHaveValue(
    'A sling frayed over the loading bay; nobody stood below it.',
  );
});
