import { useSyncExternalStore } from 'react';
import type { OutboxReport } from './outbox-report.ts';
import { draftKeys, sealedDrafts } from '../forms/sealed-drafts.ts';
import { lastSignedIn } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** What a person's reports in the outbox begin with on this device, whatever their organization. */
export const outboxKey = (person: string, key = ''): string => `outbox:${person}:${key}`;

/** How many reports of other people lie on this device, locked. */
export const othersReports = async (person: string): Promise<number> =>
  (await draftKeys('outbox:')).filter((key) => !key.startsWith(outboxKey(person))).length;

/** As this page knows them, the oldest first. */
let shelf: readonly OutboxReport[] = [];
/** Those that the device did not take: the page alone has them. */
const onPageOnly = new Set<string>();
const listeners = new Set<() => void>();
/** Tells the other tabs of this browser. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plimsoll-outbox');
// In tests a channel would keep the process.
(channel as { unref?: () => void } | null)?.unref?.();

function put(next: readonly OutboxReport[]): void {
  shelf = next.toSorted((one, other) => one.savedAt.localeCompare(other.savedAt));
  for (const listener of listeners) listener();
}
forgetWithPerson(() => {
  onPageOnly.clear();
  put([]);
});
channel?.addEventListener('message', () => void readStoredReports());

/** What is on it, as far as this page knows. */
export const storedReports = (): readonly OutboxReport[] => shelf;

/** Reads what lies on the device: another tab may have sent it, or put something there. */
export async function readStoredReports(): Promise<void> {
  const person = lastSignedIn();
  if (!person) return;
  const found = await sealedDrafts.list(outboxKey(person)).catch(() => null);
  // What cannot be read just now may be there all the same.
  if (!found || lastSignedIn() !== person) return;
  put([...found.map(({ value }) => value as OutboxReport), ...shelf.filter(({ key }) => onPageOnly.has(key))]);
}

/** Puts a report there, or what has become of it; sealed where this browser seals. Where the device has no room this page keeps it. */
export async function storeReport(report: OutboxReport): Promise<void> {
  put([...shelf.filter(({ key }) => key !== report.key), report]);
  try {
    await sealedDrafts.set(outboxKey(lastSignedIn() ?? '', report.key), { value: report, savedAt: report.savedAt });
    if (sealedDrafts.isLasting) onPageOnly.delete(report.key);
    else onPageOnly.add(report.key);
  } catch {
    onPageOnly.add(report.key);
  }
  channel?.postMessage(null);
  // Another tab may have been heard meanwhile, which did not know of it yet.
  put([...shelf.filter(({ key }) => key !== report.key), report]);
}

/** Takes one away for good: it has arrived, or nobody wants it any more. */
export async function removeStoredReport(key: string): Promise<void> {
  onPageOnly.delete(key);
  await sealedDrafts.del(outboxKey(lastSignedIn() ?? '', key)).catch(() => undefined);
  put(shelf.filter((report) => report.key !== key));
  channel?.postMessage(null);
}

/** Whether a report outlives the page. */
export const isKept = ({ key }: Pick<OutboxReport, 'key'>): boolean => !onPageOnly.has(key);

/** Calls when something has come, gone or changed. */
export function followStoredReports(heard: () => void): () => void {
  listeners.add(heard);
  return () => void listeners.delete(heard);
}

/** The person's reports that are not sent, of all their organizations, the oldest first. */
export const useStoredReports = (): readonly OutboxReport[] => useSyncExternalStore(followStoredReports, storedReports);
