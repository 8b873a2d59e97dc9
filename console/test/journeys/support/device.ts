import { expect, type Page } from './journey.ts';

/**
 * Everything that the browser stores for the product, readable as from its files: storage, cookies visible to scripts,
 * and every byte of IndexedDB.
 */
export function storedOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const readable = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return readable(new Uint8Array(value));
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (Array.isArray(value)) return value.map(readable);
      return value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, readable(part)]))
        : value;
    };
    const stores = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name }) =>
          new Promise<unknown>((done) => {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              const database = opening.result;
              const end = (found: unknown) => {
                database.close();
                done(found);
              };
              const names = [...database.objectStoreNames];
              if (names.length === 0) return end('');
              const store = database.transaction(names[0]!).objectStore(names[0]!);
              const reading = store.getAll();
              const naming = store.getAllKeys();
              naming.onsuccess = () => end([naming.result, reading.result]);
            };
          }),
      ),
    );
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      location.href,
      document.cookie,
      history.state,
      readable(stores),
    ]);
  });
}

/** Stores drafts as an earlier version of the console did: in plain text. */
export function leavePlainDrafts(
  page: Page,
  drafts: Readonly<Record<string, { value: unknown; savedAt: string }>>,
): Promise<void> {
  return page.evaluate(
    (given) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('keyval-store');
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          for (const [key, draft] of Object.entries(given)) writing.objectStore('keyval').put(draft, key);
          writing.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    drafts,
  );
}

/** Waits until the service worker and the data needed for a report are stored: from then on no network is needed. */
export async function readyWithoutNetwork(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => storedOnDevice(page), { timeout: 20_000 }).toMatch(/start:/);
}
