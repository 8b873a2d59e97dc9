/** What a browser's IndexedDB would keep. jsdom has none. */
export const device = new Map<string, unknown>();

/** Stands for `idb-keyval`: `jest.unstable_mockModule('idb-keyval', () => deviceStore)`. */
export const deviceStore = {
  get: async (key: string) => structuredClone(device.get(key)),
  set: async (key: string, value: unknown) => void device.set(key, structuredClone(value)),
  del: async (key: string) => void device.delete(key),
  entries: async () => [...device].map((entry) => structuredClone(entry)),
  update: async (key: string, change: (before: unknown) => unknown) => void device.set(key, structuredClone(change(device.get(key)))),
};
