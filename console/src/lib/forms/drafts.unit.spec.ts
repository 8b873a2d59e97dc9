import { DraftWriter } from './drafts.ts';
import type { Draft, DraftStore } from './sealed-drafts.ts';

/** A device whose writes end only when the test lets them. */
function slowDevice() {
  const stored = new Map<string, Draft>();
  const gates: (() => void)[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const store: DraftStore = {
    isLasting: true,
    get: async (key) => stored.get(key),
    set: async (key, value) => {
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      await new Promise<void>((resolve) => gates.push(resolve));
      underWay--;
      stored.set(key, value);
    },
    del: async (key) => void stored.delete(key),
    list: async () => [],
  };
  return { store, stored, release: () => gates.shift()?.(), mostAtOnce: () => mostAtOnce };
}

const noon = () => new Date('2026-11-19T12:00:00Z');
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the draft of a report', () => {
  it('writes one at a time, and of those that wait only the latest', async () => {
    const device = slowDevice();
    const saved: string[] = [];
    const writer = new DraftWriter<string>('report', device.store, noon, (at) => saved.push(at));
    const done = writer.write('F');
    void writer.write('Fo');
    void writer.write('For');
    void writer.write('Fork');
    device.release();
    await turn();
    device.release();
    await done;
    expect(device.stored.get('report')).toEqual({ value: 'Fork', savedAt: '2026-11-19T12:00:00.000Z' });
    expect(device.mostAtOnce()).toBe(1);
    expect(saved).toHaveLength(2);
  });

  it('does not come back after it was discarded, even when a write was under way', async () => {
    const device = slowDevice();
    const writer = new DraftWriter<string>('report', device.store, noon, () => {});
    void writer.write('Forklift');
    const discarded = writer.discard();
    device.release();
    await discarded;
    expect(device.stored.has('report')).toBe(false);
  });

  it('says so when the device cannot keep it, and tries the next', async () => {
    let failures = 0;
    let broken = true;
    const stored = new Map<string, Draft>();
    const store: DraftStore = {
      isLasting: true,
      get: async () => undefined,
      set: async (key, value) => {
        if (broken) throw new DOMException('full', 'QuotaExceededError');
        stored.set(key, value);
      },
      del: async () => {},
      list: async () => [],
    };
    const writer = new DraftWriter<string>(
      'report',
      store,
      noon,
      () => {},
      () => failures++,
    );
    await writer.write('a');
    broken = false;
    await writer.write('ab');
    expect(failures).toBe(1);
    expect(stored.get('report')).toMatchObject({ value: 'ab' });
  });
});
