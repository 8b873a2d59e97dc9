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
const { earlyOr } = await import('./early-answers.ts');
const { leaveFor } = await import('./sign-out.ts');
const sent = async () => 'sent' as unknown as Response;

beforeEach(() => early.clear());

describe('what was asked before the program came', () => {
  it('is taken once, with the times at which it was asked and came', async () => {
    const session = answers('early');
    early.set('GET /api/startup', session);
    expect(await earlyOr('GET /api/startup', sent)).toEqual({
      response: 'early',
      askedAt: session.askedAt,
      arrivedAt: session.arrivedAt,
    });
    expect(await earlyOr('GET /api/startup', sent)).toMatchObject({ response: 'sent' });
  });

  it('is asked again when it did not arrive', async () => {
    early.set('GET /api/startup', fails());
    expect(await earlyOr('GET /api/startup', sent)).toMatchObject({ response: 'sent' });
  });

  it('is asked anew when it is old', async () => {
    early.set('GET /api/forms', answers('early', at(15_001)));
    expect(await earlyOr('GET /api/forms', sent)).toMatchObject({ response: 'sent' });
  });

  it('is not for those who have written since', async () => {
    early.set('GET /api/forms', answers('early'));
    expect(await earlyOr(null, sent)).toMatchObject({ response: 'sent' });
  });

  it('goes with the person', async () => {
    early.set('GET /api/forms', answers('early'));
    leaveFor('#gone');
    expect(early.size).toBe(0);
  });
});
