import { useSyncExternalStore } from 'react';
import type { OutboxReport } from './outbox-report.ts';
import { draftKeys, sealedDrafts } from '../forms/sealed-drafts.ts';
import { lastSignedIn } from '../session/session.ts';
import { forgetWithPerson } from '../session/sign-out.ts';

/** Storage key of a user's report; without a report's key, the prefix of all of that user's, in every organization. */
export const outboxKey = (person: string, key = ''): string => `outbox:${person}:${key}`;

/** How many reports of other users are stored on this device, encrypted. */
export const othersReports = async (person: string): Promise<number> =>
  (await draftKeys('outbox:')).filter((key) => !key.startsWith(outboxKey(person))).length;

/** The reports as this page knows them, the oldest first. */
let reports: readonly OutboxReport[] = [];
/** Keys of reports that could not be stored: they are only in this page's memory. */
const onPageOnly = new Set<string>();
const listeners = new Set<() => void>();
/** Notifies the other tabs of this browser. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plimsoll-outbox');
// In tests an open channel would keep the process alive.
(channel as { unref?: () => void } | null)?.unref?.();

function put(next: readonly OutboxReport[]): void {
  reports = next.toSorted((one, other) => one.savedAt.localeCompare(other.savedAt));
  for (const listener of listeners) listener();
}
forgetWithPerson(() => {
  onPageOnly.clear();
  put([]);
});
channel?.addEventListener('message', () => void readStoredReports());

/** The stored reports, as far as this page knows. */
export const storedReports = (): readonly OutboxReport[] => reports;

/** Reads the reports from storage: another tab may have sent or added some. */
export async function readStoredReports(): Promise<void> {
  const person = lastSignedIn();
  if (!person) return;
  const found = await sealedDrafts.list(outboxKey(person)).catch(() => null);
  // If reading fails, the reports may still be there.
  if (!found || lastSignedIn() !== person) return;
  put([...found.map(({ value }) => value as OutboxReport), ...reports.filter(({ key }) => onPageOnly.has(key))]);
}

/** Stores a new or changed report, encrypted if this browser can. If storage fails, this page keeps it in memory. */
export async function storeReport(report: OutboxReport): Promise<void> {
  put([...reports.filter(({ key }) => key !== report.key), report]);
  try {
    await sealedDrafts.set(outboxKey(lastSignedIn() ?? '', report.key), { value: report, savedAt: report.savedAt });
    if (sealedDrafts.isLasting) onPageOnly.delete(report.key);
    else onPageOnly.add(report.key);
  } catch {
    onPageOnly.add(report.key);
  }
  channel?.postMessage(null);
  // A message from another tab, which did not know this report yet, may have been handled meanwhile.
  put([...reports.filter(({ key }) => key !== report.key), report]);
}

/** Deletes a report: it has been sent or discarded. */
export async function removeStoredReport(key: string): Promise<void> {
  onPageOnly.delete(key);
  await sealedDrafts.del(outboxKey(lastSignedIn() ?? '', key)).catch(() => undefined);
  put(reports.filter((report) => report.key !== key));
  channel?.postMessage(null);
}

/** Whether a report is stored on the device and outlives the page. */
export const isStored = ({ key }: Pick<OutboxReport, 'key'>): boolean => !onPageOnly.has(key);

/** Subscribes to changes of the stored reports. Returns the unsubscribe function. */
export function followStoredReports(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The user's unsent reports, of all organizations, the oldest first. */
export const useStoredReports = (): readonly OutboxReport[] => useSyncExternalStore(followStoredReports, storedReports);
