import { showAlert } from '../format/alerts.ts';
import { now } from '../session/clock.ts';
import { filesSettled, dropAttachmentDrafts, releaseFiles } from './attachment-drafts.ts';
import { request } from '../api/http.ts';
import {
  afterError,
  entered,
  filesOf,
  isDue,
  standingAfter,
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
import { reportOutcome, SERVERS_TIME } from './report-outcome.ts';
import { sendWithTime } from './report-time.ts';
import { askToSignIn, followSession, lastSignedIn, tokenInHand } from '../session/session.ts';
import { forgetWithPerson, isSigningOut } from '../session/sign-out.ts';
import { staleAfterEvents } from './stale-after-events.ts';

/** What became of a report that was sent: where it is, or that it waits on this device. */
export type Sent =
  | {
      readonly arrived: NonNullable<OutboxReport['arrived']>;
      readonly reviewer: string | null;
      readonly error: unknown;
      readonly isCorrected: boolean;
    }
  | { readonly arrived: null };

/** After so long nobody is kept waiting at the form; it is sent on from the outbox. */
const PATIENCE_MS = 12_000;

let last: Promise<unknown> = Promise.resolve();

/** One sender in this browser: of several tabs one sends, and finds what the others have left to do. Without locks, over plain http, each page is its own. */
function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks) return locks.request('plimsoll-outbox', work) as Promise<Done>;
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Sends the report itself; what the server has of it by an earlier try it tells again. */
async function deliver(given: OutboxReport): Promise<OutboxReport> {
  let report = given;
  const { key, organizationGuid, body } = given;
  const done = await sendWithTime(
    (at) => request('reportIncident', { query: { organizationGuid }, body: { ...body, at } }, { key, isUnasked: true }),
    {
      before: body.at,
      // Before it is sent with another moment: sent again it has to be the same report.
      keep: async (at) => {
        if (at && at !== report.body.at)
          await storeReport((report = { ...report, isCorrected: true, body: { ...body, at } }));
      },
      onCorrected: () => undefined,
    },
  );
  const { eventId, revision, number } = done;
  report = { ...report, arrived: { eventId, revision, number }, tries: 0, standing: 'WAITING', words: null };
  await storeReport(report);
  return report;
}

/** Asks for the review that was chosen with the report. Gives why that did not happen; null when it did, or nobody was chosen. */
async function askForReview({ organizationGuid, review, arrived }: OutboxReport): Promise<unknown> {
  if (!review) return null;
  const asked = {
    params: { eventId: arrived!.eventId },
    query: { organizationGuid },
    body: { reviewerGuid: review.guid },
  };
  return request('requestReview', asked, { key: review.key, revision: arrived!.revision, isUnasked: true }).then(
    () => null,
    (error: unknown) => error,
  );
}

/** One try: the report, then the review, then its files go to whoever sends files. Throws why it is not sent; it stands in the outbox then, with that. */
async function attempt(given: OutboxReport): Promise<Sent> {
  let report = given;
  try {
    if (!report.arrived) report = await deliver(report);
    const error = await askForReview(report);
    const { organizationGuid, review, isCorrected } = report;
    const arrived = report.arrived!;
    await releaseFiles(filesOf(report), {
      organizationGuid,
      owner: { kind: 'event', guid: arrived.eventId },
      words: `event ${arrived.number}`,
    });
    const isOver = error === null || standingAfter(error) === 'NEEDS_YOU' || standingAfter(error) === 'ARRIVED_BEFORE';
    if (isOver) await removeStoredReport(report.key);
    else await storeReport(afterError(report, error, now()));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => (staleAfterEvents as readonly unknown[]).includes(queryKey[0]),
    });
    return { arrived, reviewer: review?.name ?? null, error, isCorrected };
  } catch (error) {
    // Whoever signs out has ended it; it lies here as it was.
    if (!isSigningOut()) await storeReport(afterError(report, error, now()));
    throw error;
  }
}

const announced = (sent: Sent): void => {
  if (sent.arrived)
    showAlert(
      reportOutcome({
        number: sent.arrived.number,
        reviewer: sent.reviewer,
        error: sent.error,
        clockWords: sent.isCorrected ? SERVERS_TIME : '',
      }),
    );
};

/** Those that somebody waits for at their form: nobody else sends them meanwhile. */
const inHand = new Set<string>();

/** Sends what is due, one after the other. @param isAsked somebody has asked for it, or there is a network again: whatever waits is due. */
export async function sendOutbox({ isAsked = false } = {}): Promise<void> {
  if (!lastSignedIn() || isSigningOut()) return;
  await inTurn(async () => {
    await readStoredReports();
    const due = storedReports().filter(
      (report) =>
        !inHand.has(report.key) &&
        (isDue(report, now()) || (isAsked && (report.standing === 'WAITING' || report.standing === 'SIGN_IN'))),
    );
    for (const report of due) {
      const sent = await attempt(report).catch(() => null);
      // A review that was waited for was told of with its report.
      if (sent && !report.arrived) announced(sent);
    }
  });
}

/** Tries one again, whatever stands against it. */
export async function sendNow(key: string): Promise<void> {
  const sent = await inTurn(async () => {
    await readStoredReports();
    const report = storedReports().find((one) => one.key === key);
    return report ? attempt(report).catch(() => null) : null;
  });
  if (sent) announced(sent);
}

/**
 * Puts a report into the outbox and sends it. Whoever has to sign in for it is asked. Gives where it is, or that it waits;
 * throws what the server refuses it with, while it stands in the outbox.
 */
export async function report(given: ReportToSend): Promise<Sent> {
  begin();
  await filesSettled();
  const shelved = entered(given, now().toISOString());
  inHand.add(given.key);
  await storeReport(shelved);
  // The storage of who has something to send is not to be cleared for want of room.
  void navigator.storage?.persist?.().catch(() => false);
  const send = () => inTurn(() => attempt(storedReports().find(({ key }) => key === given.key) ?? shelved));
  const first = send().catch(async (error: unknown) => {
    if (standingAfter(error) !== 'SIGN_IN') throw error;
    await askToSignIn('ENDED');
    return send();
  });
  let isLeft = false;
  const patience = new Promise<Sent>((leave) =>
    setTimeout(() => {
      // Somebody signs in over the page: that takes its time.
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
    .then(() => inHand.delete(given.key));
  const outcome = first.then(
    (sent) => {
      if (isLeft) announced(sent);
      return sent;
    },
    (error: unknown): Sent => {
      if (isLeft || standingAfter(error) === 'WAITING') return { arrived: null };
      throw error;
    },
  );
  return Promise.race([outcome, patience]);
}

/** Takes a report out, once `first` is done with it: to be changed, or thrown away. Gives what that gave; null when the report has gone meanwhile. */
export const takeOut = <Done>(key: string, first: (report: OutboxReport) => Promise<Done>): Promise<Done | null> =>
  inTurn(async () => {
    const found = storedReports().find((one) => one.key === key);
    if (!found) return null;
    const done = await first(found);
    await removeStoredReport(key);
    return done;
  });

/** Throws a report away, with its files. */
export const discard = (key: string): Promise<unknown> =>
  takeOut(key, async (report) => dropAttachmentDrafts(filesOf(report)));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Wakes when the next one is due. */
function schedule(): void {
  clearTimeout(timer);
  const next = storedReports().flatMap(({ standing, nextAt, tries }) =>
    standing === 'WAITING' && nextAt && tries > 0 ? [Date.parse(nextAt)] : [],
  );
  if (next.length > 0)
    timer = setTimeout(() => void sendOutbox(), Math.max(Math.min(...next) - now().getTime(), 0) + 50);
}

let hasBegun = false;

/** Goes on sending while this page is open. Called once there is something to send. */
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
