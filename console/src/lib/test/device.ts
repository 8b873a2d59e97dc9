/** Content of the browser's IndexedDB, which jsdom lacks. */
export const device = new Map<string, unknown>();

/** The separate store of keys; tests inspect what the keys seal. */
const storedKeys = new Map<string, unknown>();
const storeOf = (store?: Map<string, unknown>) => store ?? device;

/** Encryptions in progress: their results reach the device later, even after the test that typed them has ended. */
const sealing = new Set<Promise<unknown>>();
const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
crypto.subtle.encrypt = (...args) => {
  const sealed = encrypt(...args);
  sealing.add(sealed);
  void sealed.finally(() => sealing.delete(sealed));
  return sealed;
};

/** Empties the device for the next test, including pending writes of the previous one. */
export async function emptyDevice(): Promise<void> {
  isSilent = false;
  storedKeys.clear();
  while (sealing.size > 0) {
    await Promise.allSettled(sealing);
    // The sealed value is written now, and the next waiting one is sealed in turn.
    await new Promise((done) => setTimeout(done));
  }
  device.clear();
}

let isSilent = false;

/** Makes the device answer no request until it is emptied. */
export const silenceDevice = (): void => void (isSilent = true);

/** Replaces `idb-keyval`: `jest.unstable_mockModule('idb-keyval', () => deviceStore)`. */
export const deviceStore = {
  get: async (key: string, store?: Map<string, unknown>) =>
    isSilent ? new Promise<never>(() => {}) : structuredClone(storeOf(store).get(key)),
  set: async (key: string, value: unknown, store?: Map<string, unknown>) =>
    void storeOf(store).set(key, structuredClone(value)),
  del: async (key: string, store?: Map<string, unknown>) => void storeOf(store).delete(key),
  clear: async (store?: Map<string, unknown>) => storeOf(store).clear(),
  entries: async (store?: Map<string, unknown>) => [...storeOf(store)].map((entry) => structuredClone(entry)),
  keys: async (store?: Map<string, unknown>) => [...storeOf(store).keys()],
  // Files have a store of their own; here they share the drafts' one.
  createStore: (name: string) => (name === 'plimsoll-device-keys' ? storedKeys : undefined),
  update: async (key: string, change: (before: unknown) => unknown) =>
    void device.set(key, structuredClone(change(device.get(key)))),
};
