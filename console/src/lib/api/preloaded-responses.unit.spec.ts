export {};

const at = (milliseconds: number) => Date.now() - milliseconds;
const answers = (text: string, askedAt = at(500)) => ({
  askedAt,
  arrivedAt: askedAt + 100,
  answer: Promise.resolve(text as unknown as Response),
});
const fails = () => {
  const answer = Promise.reject<Response>(new TypeError('offline'));
  answer.catch(() => {});
  return { askedAt: at(500), arrivedAt: Infinity, answer };
};

const early = new Map();
Object.assign(globalThis, { __plimsollEarlyAnswers: early });
const { preloadedOr } = await import('./preloaded-responses.ts');
const { leaveFor } = await import('../session/sign-out.ts');
const sent = async () => 'sent' as unknown as Response;

beforeEach(() => early.clear());

describe('what was asked before the program came', () => {
  it('is taken once, with the times at which it was asked and came', async () => {
    const session = answers('early');
    early.set('GET /api/startup', session);
    expect(await preloadedOr('GET /api/startup', sent)).toEqual({
      response: 'early',
      askedAt: session.askedAt,
      arrivedAt: session.arrivedAt,
    });
    expect(await preloadedOr('GET /api/startup', sent)).toMatchObject({ response: 'sent' });
  });

  it('is asked again when it did not arrive', async () => {
    early.set('GET /api/startup', fails());
    expect(await preloadedOr('GET /api/startup', sent)).toMatchObject({ response: 'sent' });
  });

  it('is requested again when it is old', async () => {
    early.set('GET /api/forms', answers('early', at(15_001)));
    expect(await preloadedOr('GET /api/forms', sent)).toMatchObject({ response: 'sent' });
  });

  it('is not for those who have written since', async () => {
    early.set('GET /api/forms', answers('early'));
    expect(await preloadedOr(null, sent)).toMatchObject({ response: 'sent' });
  });

  it('goes with the person', async () => {
    early.set('GET /api/forms', answers('early'));
    leaveFor('#gone');
    expect(early.size).toBe(0);
  });
});
