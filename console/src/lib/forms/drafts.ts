import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { durationText, now } from '../session/clock.ts';
import { DRAFT_RETENTION_DAYS, sealedDrafts, type Draft, type DraftStore } from './sealed-drafts.ts';
import { formatDay, localTime } from '../format/time.ts';

/**
 * Writes one draft, one write at a time; of the values that wait meanwhile only the latest is written. `onSaved` is
 * called for each completed write, `onFailed` for each failed one.
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

  /** Deletes the draft, also if a write is in flight. */
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

/** '14:02' today, else '19 Nov, 14:02', in the device's zone. */
export function momentText(instant: string): string {
  const { date, time } = localTime(instant, ownZone());
  return date === localTime(now(), ownZone()).date ? time : `${formatDay(date, { withYear: false })}, ${time}`;
}

const MINUTE_MS = 60_000;

/** For example '14:02, 4 minutes ago'. */
export function agoText(instant: string, at: Date): string {
  const age = at.getTime() - Date.parse(instant);
  return `${momentText(instant)}${age < MINUTE_MS ? '' : `, ${durationText(age)} ago`}`;
}

/** 'Last changed 19 Nov, 14:02; kept until 19 Dec.' */
export function lastChangedText({ savedAt }: Pick<Draft, 'savedAt'>): string {
  const until = new Date(Date.parse(savedAt) + DRAFT_RETENTION_DAYS * DAY_MS);
  return `Last changed ${momentText(savedAt)}; kept until ${formatDay(localTime(until, ownZone()).date, { withYear: false })}.`;
}

/** 'Saved 14:02 on this device', or without the time. */
export const savedText = (savedAt?: string): string =>
  savedAt ? `Saved ${momentText(savedAt)} on this device` : 'Saved on this device';

/** The notice above the form of a record whose draft was restored. */
export const restoredText = (draft: Pick<Draft, 'savedAt'>): string =>
  `Your changes have been restored, as you left them on this device. They are not saved yet. ${lastChangedText(draft)}`;

/**
 * Drafts on this device whose keys have a prefix, the latest first; empty while storage is being read, or cannot be.
 */
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
  /** undefined while storage is being read, null if there is no draft. */
  restored: Draft<Value> | null | undefined;
  save: (value: Value) => void;
  discard: () => Promise<void>;
  /** "Saved 14:02 on this device", or that saving failed; null before the first change. */
  status: string | null;
  /** Whether the latest value is stored on this device and outlives the page. */
  isStored: boolean;
}

/**
 * The draft of a form on this device, saved from the first keystroke on. The key names the user, the organization and
 * the form, since several of each share a device. It is encrypted on the device; nobody but its user can read it.
 */
export function useDraft<Value>(key: string, store: DraftStore = sealedDrafts): DraftHandle<Value> {
  const [restored, setRestored] = useState<Draft<Value> | null>();
  const [status, setStatus] = useState<string | null>(null);
  const [isStored, setStored] = useState(false);
  const alive = useRef(true);
  /** Set when the stored draft cannot be opened, so that it is not overwritten. */
  const isLocked = useRef(false);
  const saved = useCallback(
    (savedAt: string) => {
      if (!alive.current) return;
      // Typing has priority over updating the page around the field.
      startTransition(() => {
        setStored(store.isLasting);
        setStatus(store.isLasting ? savedText(savedAt) : 'Not kept on this device: the address is not secure (https)');
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
        setStored(false);
        setStatus('Not saved: this device keeps no drafts');
      }),
    [key, store, saved],
  );
  const save = useCallback((value: Value) => void (isLocked.current || writer.write(value)), [writer]);
  const discard = useCallback(async () => {
    if (!isLocked.current) await writer.discard();
    if (alive.current) setStatus(null);
  }, [writer]);
  return { restored, save, discard, status, isStored };
}
