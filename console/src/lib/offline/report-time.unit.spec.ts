import { clockErrorText, noteServerTime } from '../session/clock.ts';
import { ApiProblem } from '../api/problem.ts';
import { sendWithTime } from './report-time.ts';

const HOUR_MS = 3_600_000;
/** Sets how far this device's clock is ahead of the server's. */
const deviceIsAhead = (milliseconds: number) =>
  noteServerTime(new Date(Date.now() - milliseconds).toUTCString(), Date.now());
const refusal = (field: string) =>
  new ApiProblem(400, {
    className: 'MalformedDate',
    fieldErrors: [{ field, className: 'MalformedDate', message: 'x' }],
  });

/** Sends to a server that answers with these errors in turn, and then accepts it. */
async function send(errors: unknown[], before?: string) {
  const sent: string[] = [];
  const stored: (string | undefined)[] = [];
  let corrected = 0;
  const outcome = await sendWithTime(
    async (at) => {
      sent.push(at);
      if (errors.length > 0) throw errors.shift();
      return 'taken';
    },
    { before, keep: (at) => stored.push(at), onCorrected: () => (corrected += 1) },
  ).catch((error: unknown) => error);
  return { sent, stored, corrected, outcome };
}

/** In whole minutes; adding 0 turns -0 into 0. */
const offBy = (at: string | undefined) => Math.round((Date.parse(at!) - Date.now()) / 60_000) + 0;

beforeEach(() => deviceIsAhead(0));

describe('the moment of a report', () => {
  it.each([
    ['this device’s, while its clock is right', 0, 0],
    ['this device’s, while its clock is five minutes off at most', 4 * 60_000, 0],
    ['the server’s, where its clock is ahead by more', 3 * HOUR_MS, -180],
    ['the server’s, where it is behind by more', -50 * HOUR_MS, 3000],
  ])('is %s', async (_, ahead, minutes) => {
    deviceIsAhead(ahead);
    const { sent, outcome } = await send([]);
    expect([sent.map(offBy), outcome]).toEqual([[minutes], 'taken']);
  });

  it('is the server’s in a second try, where the server did not take it', async () => {
    deviceIsAhead(4 * 60_000);
    const { sent, corrected, outcome, stored } = await send([refusal('at')]);
    expect([sent.map(offBy), corrected, outcome]).toEqual([[0, -4], 1, 'taken']);
    expect(stored).toEqual([sent[0], undefined, sent[1]]);
  });

  it('is tried twice at most', async () => {
    const { sent, outcome } = await send([refusal('at'), refusal('at'), refusal('at')]);
    expect([sent.length, outcome]).toEqual([2, expect.any(ApiProblem)]);
  });

  it('is not changed when something else is wrong, and is new in the next try', async () => {
    const { sent, stored, corrected } = await send([refusal('description')]);
    expect([sent.length, corrected, stored]).toEqual([1, 0, [sent[0], undefined]]);
  });

  it.each([
    ['no answer came', new ApiProblem(0, null)],
    ['the server failed', new ApiProblem(503, null)],
    ['the page was left', new DOMException('left', 'AbortError')],
  ])('stays what it was when %s: it may have arrived, and is sent as the same report', async (_, error) => {
    const first = await send([error]);
    expect(first.stored).toEqual(first.sent);
    expect((await send([], first.stored[0])).sent).toEqual(first.sent);
  });
});

describe('an answer', () => {
  it('says nothing of the clock when it took longer than a minute, or has no date', async () => {
    noteServerTime(new Date(0).toUTCString(), Date.now() - 61_000);
    noteServerTime(null, Date.now());
    expect(offBy((await send([])).sent[0])).toBe(0);
  });
});

describe('a wrong clock in words', () => {
  it.each([
    [6 * 60_000, '6 minutes fast'],
    [-HOUR_MS, '60 minutes slow'],
    [3 * HOUR_MS, '3 hours fast'],
    [-50 * HOUR_MS, '2 days slow'],
    [365 * 24 * HOUR_MS, '365 days fast'],
  ])('%i ms is %s', (ahead, words) => expect(clockErrorText(ahead)).toBe(words));
});
