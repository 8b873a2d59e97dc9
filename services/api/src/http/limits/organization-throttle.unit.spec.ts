import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { DatabaseProbe } from '../../platform/database/database-probe.ts';
import type { Settings } from '../../platform/process/settings.ts';
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
    throttle.takeTurn(busy, replyOf(raw));
  }
  expect(throttle.takeTurn(busy, replyOf(answerTo()))).toBeUndefined();
});

test('a turn lasts until the answer has gone, and the next one waits for it', async () => {
  const throttle = throttleBeside();
  throttle.takeTurn(another, replyOf(answerTo()));
  const answers: ServerResponse[] = [];
  let waiting: Promise<void> | undefined;
  while (!waiting && answers.length < MORE_THAN_A_SHARE) {
    answers.push(answerTo());
    waiting = throttle.takeTurn(busy, replyOf(answers.at(-1)!));
  }
  expect(waiting).toBeDefined();
  answers[0]!.destroy();
  await waiting;
});

test('a request waiting for its turn when the database stops answering gets 503, not 429', async () => {
  let fallSilent = () => {};
  const throttle = throttleBeside((listener) => void (fallSilent = listener));
  throttle.takeTurn(another, replyOf(answerTo()));
  let waiting: Promise<void> | undefined;
  for (let asked = 0; !waiting && asked < MORE_THAN_A_SHARE; asked++)
    waiting = throttle.takeTurn(busy, replyOf(answerTo()));
  expect(waiting).toBeDefined();
  fallSilent();
  await expect(waiting).rejects.toMatchObject({ refusal: { refused: 'Unavailable' }, headers: { 'retry-after': '2' } });
});
