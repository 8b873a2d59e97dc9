import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { DatabaseProbe } from '../../platform/database/database-probe.ts';
import type { Settings } from '../../platform/process/settings.ts';
import { HungUp } from './hang-up.ts';
import { OrganizationThrottle } from './organization-throttle.ts';

const [busy, another] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const MORE_THAN_A_SHARE = 200;

const answerTo = () => new ServerResponse(new IncomingMessage(new Socket()));
const replyOf = (raw: ServerResponse) => ({ raw }) as FastifyReply;
const throttleBeside = (onSilence: DatabaseProbe['onSilence'] = () => undefined) =>
  new OrganizationThrottle({ organizationRequestsPerSecond: 1_000 } as Settings, { onSilence } as DatabaseProbe);

test('a client that disconnects before its turn holds none: the next requests of the organization need not wait', async () => {
  const throttle = throttleBeside();
  throttle.takeTurn(another, replyOf(answerTo()));
  for (let count = 0; count < MORE_THAN_A_SHARE; count++) {
    const raw = answerTo();
    raw.destroy();
    await once(raw, 'close');
    expect(() => throttle.takeTurn(busy, replyOf(raw))).toThrow(HungUp);
  }
  expect(throttle.takeTurn(busy, replyOf(answerTo()))).toBeInstanceOf(Function);
});

/** Takes turns of the busy organization until one has to wait. */
function untilOneWaits(throttle: OrganizationThrottle) {
  throttle.takeTurn(another, replyOf(answerTo()));
  const ends: (() => void)[] = [];
  for (let count = 0; count < MORE_THAN_A_SHARE; count++) {
    const raw = answerTo();
    const turn = throttle.takeTurn(busy, replyOf(raw));
    if (turn instanceof Promise) return { ends, waiting: turn, raw };
    ends.push(turn);
  }
  throw new Error('None had to wait');
}

test('a turn ends when the answer is ready, before the client has read it, and once', async () => {
  const throttle = throttleBeside();
  const { ends, waiting } = untilOneWaits(throttle);
  ends[0]!();
  ends[0]!();
  await waiting;
  await expect(throttle.takeTurn(busy, replyOf(answerTo()))).rejects.toMatchObject({
    refusal: { refused: 'TooManyAttempts' },
  });
});

test('a client that hangs up while it waits gives up its place at once', async () => {
  const throttle = throttleBeside();
  const { ends, waiting, raw } = untilOneWaits(throttle);
  raw.destroy();
  await expect(waiting).rejects.toThrow(HungUp);
  ends[0]!();
  expect(throttle.takeTurn(busy, replyOf(answerTo()))).toBeInstanceOf(Function);
});

test('a part of an answer that has begun waits for its turn as long as it must', async () => {
  const throttle = throttleBeside();
  const { ends, waiting } = untilOneWaits(throttle);
  const taken: string[] = [];
  async function* parts() {
    for (const name of ['one', 'two']) {
      taken.push(name);
      yield name;
    }
  }
  const answer = throttle.inTurns(busy, parts());
  const first = answer.next();
  await expect(waiting).rejects.toMatchObject({ refusal: { refused: 'TooManyAttempts' } });
  expect(taken).toEqual([]);
  ends[0]!();
  expect(await first).toEqual({ value: 'one', done: false });
  // While the client reads, the turn is another request's.
  expect(throttle.takeTurn(busy, replyOf(answerTo()))).toBeInstanceOf(Function);
  const second = answer.next();
  ends[1]!();
  expect(await second).toEqual({ value: 'two', done: false });
});

test('a turn ends at the latest when the connection closes', async () => {
  const throttle = throttleBeside();
  throttle.takeTurn(another, replyOf(answerTo()));
  const answers: ServerResponse[] = [];
  let waiting: Promise<unknown> | undefined;
  while (!waiting && answers.length < MORE_THAN_A_SHARE) {
    answers.push(answerTo());
    const turn = throttle.takeTurn(busy, replyOf(answers.at(-1)!));
    waiting = turn instanceof Promise ? turn : undefined;
  }
  expect(waiting).toBeDefined();
  answers[0]!.destroy();
  await waiting;
});

test('a request waiting for its turn when the database stops answering gets 503, not 429', async () => {
  let fallSilent = () => {};
  const throttle = throttleBeside((listener) => void (fallSilent = listener));
  const { waiting } = untilOneWaits(throttle);
  fallSilent();
  await expect(waiting).rejects.toMatchObject({ refusal: { refused: 'Unavailable' }, headers: { 'retry-after': '2' } });
});
