import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { now } from '../session/clock.ts';
import { DAYS_KEPT, sealedDrafts, type Draft, type DraftStore } from './sealed-drafts.ts';
import { formatDay, localTime } from '../format/time.ts';

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
        await this.store.set(this.key, { value, savedAt } satisfies Draft);
        if (!this.discarded) this.onSaved(savedAt);
      } catch {
        this.onFailed();
      }
    }
    this.flight = null;
  }
}

const DAY_MS = 86_400_000;
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** '14:02' today, else '19 Nov, 14:02', by the clocks where the person is. */
export function momentWords(instant: string): string {
  const { date, time } = localTime(instant, ownZone());
  return date === localTime(now(), ownZone()).date ? time : `${formatDay(date, { withYear: false })}, ${time}`;
}

/** 'Last changed 19 Nov, 14:02; kept until 19 Dec.' */
export function lastChangedWords({ savedAt }: Pick<Draft, 'savedAt'>): string {
  const until = new Date(Date.parse(savedAt) + DAYS_KEPT * DAY_MS);
  return `Last changed ${momentWords(savedAt)}; kept until ${formatDay(localTime(until, ownZone()).date, { withYear: false })}.`;
}

/** 'Saved 14:02 on this device', or without the moment. */
export const savedWords = (savedAt?: string): string =>
  savedAt ? `Saved ${momentWords(savedAt)} on this device` : 'Saved on this device';

/** What is said over the form of a record whose changes have come back. */
export const restoredWords = (draft: Pick<Draft, 'savedAt'>): string =>
  `Your changes have been restored, as you left them on this device. They are not saved yet. ${lastChangedWords(draft)}`;

/** The drafts on this device whose keys begin so, the latest first; none while the device is asked, or cannot be. */
export function useDrafts<Value>(
  prefix: string,
  store: DraftStore = sealedDrafts,
): readonly (Draft<Value> & { key: string })[] {
  const [drafts, setDrafts] = useState<readonly (Draft<Value> & { key: string })[]>([]);
  useEffect(() => {
    let isWanted = true;
    store.list(prefix).then(
      (found) => isWanted && setDrafts(found as (Draft<Value> & { key: string })[]),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [prefix, store]);
  return drafts;
}

export interface DraftHandle<Value> {
  /** undefined while the device is asked, null when there is none. */
  restored: Draft<Value> | null | undefined;
  save: (value: Value) => void;
  discard: () => Promise<void>;
  /** "Saved 14:02 on this device", or that it could not be; null before the first key. */
  status: string | null;
  /** Whether what was typed last lies on this device, and outlives the page. */
  isKept: boolean;
}

/**
 * The draft of a form on this device, from the first key on. The key names the person, the organization and the form,
 * since a device has more than one of each. On the device it is sealed; another person, or nobody, cannot read it.
 */
export function useDraft<Value>(key: string, store: DraftStore = sealedDrafts): DraftHandle<Value> {
  const [restored, setRestored] = useState<Draft<Value> | null>();
  const [status, setStatus] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  const alive = useRef(true);
  /** What cannot be opened must not be written over. */
  const isLocked = useRef(false);
  const saved = useCallback(
    (savedAt: string) => {
      if (!alive.current) return;
      // Whoever types goes first: the page around what is typed is drawn anew when there is time.
      startTransition(() => {
        setKept(store.isLasting);
        setStatus(store.isLasting ? savedWords(savedAt) : 'Not kept on this device: the address is not secure (https)');
      });
    },
    [store],
  );

  useEffect(() => {
    alive.current = true;
    isLocked.current = false;
    setRestored(undefined);
    store.get(key).then(
      (found) => {
        if (!alive.current) return;
        setRestored((found ?? null) as Draft<Value> | null);
        if (found) saved(found.savedAt);
      },
      () => {
        if (!alive.current) return;
        isLocked.current = true;
        setRestored(null);
        setStatus('Not saved: drafts on this device cannot be opened just now');
      },
    );
    return () => {
      alive.current = false;
    };
  }, [key, store, saved]);

  const writer = useMemo(
    () =>
      new DraftWriter<Value>(key, store, now, saved, () => {
        if (!alive.current) return;
        setKept(false);
        setStatus('Not saved: this device keeps no drafts');
      }),
    [key, store, saved],
  );
  const save = useCallback((value: Value) => void (isLocked.current || writer.write(value)), [writer]);
  const discard = useCallback(async () => {
    if (!isLocked.current) await writer.discard();
    if (alive.current) setStatus(null);
  }, [writer]);
  return { restored, save, discard, status, isKept };
}
