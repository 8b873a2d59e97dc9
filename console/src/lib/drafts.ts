import { del, get, set } from 'idb-keyval';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Draft<Value> {
  value: Value;
  /** When it was kept: an instant. */
  savedAt: string;
}

export interface DraftStore {
  get: (key: string) => Promise<unknown>;
  set: (key: string, value: unknown) => Promise<void>;
  del: (key: string) => Promise<void>;
}

const device: DraftStore = { get, set, del };

/**
 * Keeps one draft. One write at a time; what comes meanwhile waits, and of those that wait only the latest is written.
 * `onSaved` hears of each write that has reached the device, `onFailed` of each that has not.
 */
export class DraftWriter<Value> {
  private waiting: { value: Value } | null = null;
  private flight: Promise<void> | null = null;
  private discarded = false;

  constructor(
    private readonly key: string,
    private readonly store: DraftStore,
    private readonly now: () => Date,
    private readonly onSaved: (savedAt: string) => void,
    private readonly onFailed: () => void = () => {},
  ) {}

  write(value: Value): Promise<void> {
    this.discarded = false;
    this.waiting = { value };
    this.flight ??= this.drain();
    return this.flight;
  }

  /** Forgets the draft, also one whose writing is under way. */
  async discard(): Promise<void> {
    this.discarded = true;
    this.waiting = null;
    await this.flight;
    if (this.discarded) await this.store.del(this.key);
  }

  private async drain(): Promise<void> {
    while (this.waiting) {
      const { value } = this.waiting;
      this.waiting = null;
      const savedAt = this.now().toISOString();
      try {
        await this.store.set(this.key, { value, savedAt } satisfies Draft<Value>);
        if (!this.discarded) this.onSaved(savedAt);
      } catch {
        this.onFailed();
      }
    }
    this.flight = null;
  }
}

const clockTime = (instant: string) => new Date(instant).toLocaleTimeString('en-CA', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export interface DraftHandle<Value> {
  /** undefined while the device is asked, null when there is none. */
  restored: Draft<Value> | null | undefined;
  save: (value: Value) => void;
  discard: () => Promise<void>;
  /** "Saved 14:02 on this device", or that it could not be; null before the first key. */
  status: string | null;
}

/**
 * The draft of a form on this device, from the first key on. The key names the person, the organization and the form,
 * since a device has more than one of each.
 */
export function useDraft<Value>(key: string, store: DraftStore = device): DraftHandle<Value> {
  const [restored, setRestored] = useState<Draft<Value> | null>();
  const [status, setStatus] = useState<string | null>(null);
  const alive = useRef(true);

  useEffect(() => {
    alive.current = true;
    setRestored(undefined);
    store.get(key).then(
      (found) => {
        if (!alive.current) return;
        const draft = (found ?? null) as Draft<Value> | null;
        setRestored(draft);
        if (draft) setStatus(`Saved ${clockTime(draft.savedAt)} on this device`);
      },
      () => alive.current && setRestored(null),
    );
    return () => {
      alive.current = false;
    };
  }, [key, store]);

  const writer = useMemo(
    () =>
      new DraftWriter<Value>(
        key,
        store,
        () => new Date(),
        (savedAt) => alive.current && setStatus(`Saved ${clockTime(savedAt)} on this device`),
        () => alive.current && setStatus('Not saved: this device keeps no drafts'),
      ),
    [key, store],
  );
  const save = useCallback((value: Value) => void writer.write(value), [writer]);
  const discard = useCallback(async () => {
    await writer.discard();
    if (alive.current) setStatus(null);
  }, [writer]);
  return { restored, save, discard, status };
}
