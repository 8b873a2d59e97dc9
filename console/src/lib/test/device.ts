/** What a browser's IndexedDB would keep. jsdom has none. */
export const device = new Map<string, unknown>();

/** The store of keys, which is apart: what is looked at here is what they seal. */
const keptKeys = new Map<string, unknown>();
const storeOf = (store?: Map<string, unknown>) => store ?? device;

/** What is being sealed: it comes to the device a moment later, also when the test that typed it has ended. */
const sealing = new Set<Promise<unknown>>();
const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
crypto.subtle.encrypt = (...args) => {
  const sealed = encrypt(...args);
  sealing.add(sealed);
  void sealed.finally(() => sealing.delete(sealed));
  return sealed;
};

/** A device with nothing on it for the next test, also of what the one before typed last. */
export async function emptyDevice(): Promise<void> {
  isSilent = false;
  keptKeys.clear();
  while (sealing.size > 0) {
    await Promise.allSettled(sealing);
    // Then it is written, and what waited behind it is sealed in turn.
    await new Promise((done) => setTimeout(done));
  }
  device.clear();
}

let isSilent = false;

/** From now on, until it is emptied, the device answers nothing that it is asked for. */
export const silenceDevice = (): void => void (isSilent = true);

/** Stands for `idb-keyval`: `jest.unstable_mockModule('idb-keyval', () => deviceStore)`. */
export const deviceStore = {
  get: async (key: string, store?: Map<string, unknown>) =>
    isSilent ? new Promise<never>(() => {}) : structuredClone(storeOf(store).get(key)),
  set: async (key: string, value: unknown, store?: Map<string, unknown>) =>
    void storeOf(store).set(key, structuredClone(value)),
  del: async (key: string, store?: Map<string, unknown>) => void storeOf(store).delete(key),
  clear: async (store?: Map<string, unknown>) => storeOf(store).clear(),
  entries: async (store?: Map<string, unknown>) => [...storeOf(store)].map((entry) => structuredClone(entry)),
  keys: async (store?: Map<string, unknown>) => [...storeOf(store).keys()],
  // Files lie in a store of their own; here they lie with the drafts.
  createStore: (name: string) => (name === 'plimsoll-device-keys' ? keptKeys : undefined),
  update: async (key: string, change: (before: unknown) => unknown) =>
    void device.set(key, structuredClone(change(device.get(key)))),
};
