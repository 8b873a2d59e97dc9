import { afterError, entered, isDue, waitAfter, type OutboxReport } from './outbox-report.ts';
import { ApiProblem } from '../api/problem.ts';

const at = new Date('2026-11-20T14:02:00Z');
const later = (milliseconds: number) => new Date(at.getTime() + milliseconds);
const report = entered(
  {
    key: 'k',
    organizationGuid: 'o',
    formName: 'Near miss',
    body: { at: at.toISOString() } as OutboxReport['body'],
    review: null,
    fields: {},
  },
  at.toISOString(),
);
const problem = (status: number, className: string) =>
  new ApiProblem(status, {
    className,
    fieldErrors: status === 400 ? [{ field: 'description', className, message: 'Please enter a description' }] : [],
  });

describe('a report that could not be sent', () => {
  it.each([
    [0, 'NetworkFailure'],
    [408, 'RequestTimeout'],
    [429, 'TooManyAttempts'],
    [500, 'InternalServerError'],
    [502, 'InternalServerError'],
    [503, 'ServiceUnavailable'],
  ])('is tried again by itself after %d', (status, className) => {
    const next = afterError(report, problem(status, className), at);
    expect(next).toMatchObject({
      standing: 'WAITING',
      tries: 1,
      triedAt: at.toISOString(),
      nextAt: later(5_000).toISOString(),
      words: null,
    });
    expect([isDue(next, later(4_999)), isDue(next, later(5_000))]).toEqual([false, true]);
  });

  it('is tried later and later: after 5 seconds at first, after ten minutes at most', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 500].map((tries) => waitAfter(tries) / 1000)).toEqual([
      5, 10, 20, 40, 80, 160, 320, 600, 600, 600,
    ]);
  });

  it.each([
    [401, 'NoToken'],
    [403, 'SsoSessionRequired'],
  ])('waits for its person to sign in after %d %s', (status, className) => {
    const next = afterError(report, problem(status, className), at);
    expect(next).toMatchObject({ standing: 'SIGN_IN', nextAt: null });
    expect(isDue(next, later(86_400_000))).toBe(false);
  });

  it.each([
    [400, 'MalformedEventField', /Please enter a description\.$/],
    [403, 'Forbidden', /./],
    [404, 'FormNotFound', /./],
    [409, 'DuplicateGuid', /./],
  ])('stays in the outbox with the server’s message after %d %s', (status, className, words) => {
    const next = afterError(report, problem(status, className), at);
    expect(next).toMatchObject({ standing: 'NEEDS_YOU', nextAt: null, words: expect.stringMatching(words) });
  });

  it('is known to have arrived before it was changed after 422', () => {
    expect(afterError(report, problem(422, 'IdempotencyKeyReused'), at).standing).toBe('ARRIVED_BEFORE');
  });

  it('keeps its key, its moment and its words in every try', () => {
    const next = afterError(
      afterError(report, problem(0, 'NetworkFailure'), at),
      problem(503, 'ServiceUnavailable'),
      later(9_000),
    );
    expect([next.key, next.body, next.savedAt]).toEqual([report.key, report.body, report.savedAt]);
  });
});
