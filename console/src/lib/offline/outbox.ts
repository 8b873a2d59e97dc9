import { showAlert } from '../format/alerts.ts';
import { now } from '../session/clock.ts';
import { filesSettled, dropAttachmentDrafts, releaseFiles } from './attachment-drafts.ts';
import { request } from '../api/http.ts';
import {
  afterError,
  entered,
  filesOf,
  isDue,
  statusAfter,
  type OutboxReport,
  type ReportToSend,
} from './outbox-report.ts';
import {
  storedReports,
  followStoredReports,
  readStoredReports,
  storeReport,
  removeStoredReport,
} from './outbox-storage.ts';
import { queryClient } from '../api/query-client.ts';
import { clockText, reportOutcome } from './report-outcome.ts';
import { learnServerTime, withServerTime } from './report-clock.ts';
import { sendWithTime } from './report-time.ts';
import { askToSignIn, followSession, lastSignedIn, tokenInHand } from '../session/session.ts';
import { forgetWithPerson, isSigningOut } from '../session/sign-out.ts';
import { staleAfterEvents } from './stale-after-events.ts';

/** Outcome of sending a report: the created event, or null if it waits on this device. */
export type Sent =
  | {
      readonly arrived: NonNullable<OutboxReport['arrived']>;
      readonly reviewer: string | null;
      readonly error: unknown;
      readonly isCorrected: boolean;
      readonly correctedDate: string | null;
    }
  | { readonly arrived: null };

/** How long the form waits for the server, in milliseconds, before it leaves the report to the outbox. */
const PATIENCE_MS = 12_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs work exclusively in this browser, so that only one tab sends at a time. Without the Web Locks API, over plain
 * http, exclusively within this page.
 */
function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks) return locks.request('plimsoll-outbox', work) as Promise<Done>;
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Sends the report itself; the server answers a repeated key with the first outcome. No report is sent before the
 * server's time is known: the device's may be years away.
 */
async function deliver(given: OutboxReport, store: (report: OutboxReport) => Promise<void>): Promise<void> {
  await learnServerTime();
  let report: OutboxReport = { ...withServerTime(given), isSent: true };
  await store(report);
  const { key, organizationGuid, body } = report;
  const done = await sendWithTime(
    (at) =>
      request('reportIncident', { query: { organizationGuid }, body: { ...body, at } }, { key, isBackground: true }),
    {
      before: body.at,
      // Stored before it is sent with another time, so that a retry is the same report.
      keep: async (at) => {
        if (at && at !== report.body.at)
          await store((report = { ...report, isCorrected: true, body: { ...body, at } }));
      },
      onCorrected: () => undefined,
    },
  );
  const { eventId, revision, number } = done;
  await store({ ...report, arrived: { eventId, revision, number }, tries: 0, standing: 'WAITING', words: null });
}

/** Requests the review that was chosen with the report. Returns the error, or null on success or without a reviewer. */
async function askForReview({ organizationGuid, review, arrived }: OutboxReport): Promise<unknown> {
  if (!review) return null;
  const input = {
    params: { eventId: arrived!.eventId },
    query: { organizationGuid },
    body: { reviewerGuid: review.guid },
  };
  return request('requestReview', input, { key: review.key, revision: arrived!.revision, isBackground: true }).then(
    () => null,
    (error: unknown) => error,
  );
}

/**
 * Sends the report, then the review request, and releases its files for upload. Throws on failure; the report then
 * stays in the outbox with the error.
 */
async function attempt(given: OutboxReport): Promise<Sent> {
  // Also after a failure it is what was sent: under the same key the server takes no other report.
  let report = given;
  const store = (next: OutboxReport) => storeReport((report = next));
  try {
    if (!report.arrived) await deliver(report, store);
    const error = await askForReview(report);
    const { organizationGuid, review, isCorrected, correctedDate = null } = report;
    const arrived = report.arrived!;
    await releaseFiles(filesOf(report), {
      organizationGuid,
      owner: { kind: 'event', guid: arrived.eventId },
      words: `event ${arrived.number}`,
    });
    const isOver = error === null || statusAfter(error) === 'NEEDS_YOU' || statusAfter(error) === 'ARRIVED_BEFORE';
    if (isOver) await removeStoredReport(report.key);
    else await storeReport(afterError(report, error, now()));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => (staleAfterEvents as readonly unknown[]).includes(queryKey[0]),
    });
    return { arrived, reviewer: review?.name ?? null, error, isCorrected, correctedDate };
  } catch (error) {
    // Signing out aborts the request; the report stays stored unchanged.
    if (!isSigningOut()) await storeReport(afterError(report, error, now()));
    throw error;
  }
}

const announce = (sent: Sent): void => {
  if (sent.arrived)
    showAlert(
      reportOutcome({
        number: sent.arrived.number,
        reviewer: sent.reviewer,
        error: sent.error,
        clockWords: clockText(sent),
      }),
    );
};

/** Keys of reports whose form waits for them: the outbox does not send these. */
const awaited = new Set<string>();

/**
 * Sends the reports that are due, one after the other.
 * @param isAsked the user pressed a button or the network is back: all waiting reports are due.
 */
export async function sendOutbox({ isAsked = false } = {}): Promise<void> {
  if (!lastSignedIn() || isSigningOut()) return;
  await inTurn(async () => {
    await readStoredReports();
    const due = storedReports().filter(
      (report) =>
        !awaited.has(report.key) &&
        (isDue(report, now()) || (isAsked && (report.standing === 'WAITING' || report.standing === 'SIGN_IN'))),
    );
    for (const report of due) {
      const sent = await attempt(report).catch(() => null);
      // A retried review request is not announced again, since its report was.
      if (sent && !report.arrived) announce(sent);
    }
  });
}

/** Sends one report now, whatever its status. */
export async function sendNow(key: string): Promise<void> {
  const sent = await inTurn(async () => {
    await readStoredReports();
    const report = storedReports().find((one) => one.key === key);
    return report ? attempt(report).catch(() => null) : null;
  });
  if (sent) announce(sent);
}

/**
 * Puts a report into the outbox and sends it, asking the user to sign in if needed. Returns the created event, or that
 * it waits; throws the server's refusal, in which case the report stays in the outbox.
 */
export async function report(given: ReportToSend): Promise<Sent> {
  begin();
  await filesSettled();
  const entry = entered(given, now().toISOString());
  awaited.add(given.key);
  await storeReport(entry);
  // Asks the browser not to evict this storage while there are unsent reports.
  void navigator.storage?.persist?.().catch(() => false);
  const send = () => inTurn(() => attempt(storedReports().find(({ key }) => key === given.key) ?? entry));
  const first = send().catch(async (error: unknown) => {
    if (statusAfter(error) !== 'SIGN_IN') throw error;
    await askToSignIn('ENDED');
    return send();
  });
  let isLeft = false;
  const patience = new Promise<Sent>((leave) =>
    setTimeout(() => {
      // While the user signs in, the time limit does not apply.
      if (storedReports().some(({ key, standing }) => key === given.key && standing === 'SIGN_IN')) return;
      isLeft = true;
      leave({ arrived: null });
    }, PATIENCE_MS),
  );
  void first
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => awaited.delete(given.key));
  const outcome = first.then(
    (sent) => {
      if (isLeft) announce(sent);
      return sent;
    },
    (error: unknown): Sent => {
      if (isLeft || statusAfter(error) === 'WAITING') return { arrived: null };
      throw error;
    },
  );
  return Promise.race([outcome, patience]);
}

/**
 * Removes a report once `first` has handled it, to edit or discard it. Returns the result of `first`; null if the
 * report is already gone.
 */
export const takeOut = <Done>(key: string, first: (report: OutboxReport) => Promise<Done>): Promise<Done | null> =>
  inTurn(async () => {
    const found = storedReports().find((one) => one.key === key);
    if (!found) return null;
    const done = await first(found);
    await removeStoredReport(key);
    return done;
  });

/** Discards a report with its files. */
export const discard = (key: string): Promise<unknown> =>
  takeOut(key, async (report) => dropAttachmentDrafts(filesOf(report)));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets a timer for the next report that is due. */
function schedule(): void {
  clearTimeout(timer);
  const next = storedReports().flatMap(({ standing, nextAt, tries }) =>
    standing === 'WAITING' && nextAt && tries > 0 ? [Date.parse(nextAt)] : [],
  );
  if (next.length > 0)
    timer = setTimeout(() => void sendOutbox(), Math.max(Math.min(...next) - now().getTime(), 0) + 50);
}

let hasBegun = false;

/** Starts automatic sending for as long as this page is open. Called once there is something to send. */
export function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  followStoredReports(schedule);
  forgetWithPerson(() => clearTimeout(timer));
  addEventListener('online', () => void sendOutbox({ isAsked: true }));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendOutbox());
  followSession(() => {
    if (tokenInHand() && storedReports().some(({ standing }) => standing === 'SIGN_IN'))
      void sendOutbox({ isAsked: true });
  });
}
