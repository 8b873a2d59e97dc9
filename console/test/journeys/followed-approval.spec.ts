import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { startOwnProduct, type OwnProduct } from '../../../tools/dev/own-product.mjs';
import { KafkaBroker, whyNoKafka } from '../../../services/reactors/test/kafka/kafka-broker.ts';
import { answered, ask, NOISE } from './support/event-page.ts';
import { cold, expect, test, type Page } from './support/journey.ts';
import { lineOfNewKey, secretOfNewWebhook } from './support/new-channel.ts';
import { people } from './support/people.ts';

/** How long after the response to a command other systems may wait for it. */
const BUDGET_MS = 1_000;
const POLL_SECONDS = 30;

interface FeedEvent {
  readonly type: string;
  readonly subject: string;
  readonly position: string;
  readonly traceparent?: string;
}
interface Arrival {
  readonly at: number;
  readonly event: FeedEvent;
}

const because =
  whyNoKafka() ??
  (process.env.KAFKA_TEST_BROKERS ? 'the brokers are of somebody else, who has topics of their own' : undefined);

const dialog = (page: Page) => page.getByRole('dialog');

test.describe('other systems', { tag: '@desktop' }, () => {
  // Without a broker it counts as not run, and gives the reason.
  test.skip(because !== undefined, because);
  let broker: KafkaBroker;
  let product: OwnProduct;
  /** What each of the three received. */
  const arrivals = { poll: [] as Arrival[], webhook: [] as Arrival[], kafka: [] as Arrival[] };
  let secret = '';
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const at = Date.now();
        // Deliveries that the library finds unsigned do not count.
        arrivals.webhook.push({
          at,
          event: new Webhook(secret).verify(
            Buffer.concat(chunks).toString(),
            request.headers as Record<string, string>,
          ) as FeedEvent,
        });
        response.end();
      });
  });

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    broker = await KafkaBroker.start();
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    product = await startOwnProduct(undefined, {
      PASSWORD_MEMORY_KIB: '1024',
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_CREATE_TOPICS: '3:1',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    console.log(`    Kafka ${KafkaBroker.version()}, process ${broker.pid}`);
  });
  test.afterAll(async () => {
    await product?.stop();
    receiver.closeAllConnections();
    receiver.close();
    await broker?.stop();
  });

  test('have an approval within a second: in the open poll, at the webhook and in Kafka, with the browser’s trace', async ({
    visit,
  }) => {
    test.setTimeout(120_000);
    const page = await visit(product.environment.PLIMSOLL_URL, { ...cold, baseURL: product.environment.PLIMSOLL_URL });
    await page.getByLabel('Email').fill(people.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(product.environment.PLIMSOLL_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/dashboard/);

    const read = await lineOfNewKey(page, 'Warehouse');
    secret = await secretOfNewWebhook(
      page,
      'Warehouse',
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    );
    await page.goto('/settings/organization/integrations/kafka');
    await page.getByRole('button', { name: 'Begin…' }).click();
    await dialog(page).getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByText('Running')).toBeVisible();
    const before = JSON.parse(
      (await promisify(execFile)('sh', ['-c', `${read} --silent --fail`])).stdout,
    ) as FeedEvent[];
    expect(before).toHaveLength(10);

    // The first event creates the topics, and lets the consumer find them.
    const stopFollowing = broker.follow(
      'plimsoll[.].*',
      ({ value, headers }) =>
        void arrivals.kafka.push({
          at: Date.now(),
          event: { ...(JSON.parse(value) as FeedEvent), traceparent: headers['traceparent'] },
        }),
    );
    try {
      const first = await approveFirst(page);
      const [reached] = await Promise.all([arrivalOf(arrivals.webhook, first), arrivalOf(arrivals.kafka, first)]);

      const poll = openPoll(read, reached!.event.position);
      const approved = await approveFirst(page);
      await poll;
      for (const [channel, arrived] of Object.entries(arrivals)) {
        const { at, event } = await arrivalOf(arrived, approved);
        console.log(`    ${channel}: ${at - approved.answeredAt} ms after the answer`);
        expect(event.traceparent, channel).toBe(approved.traceparent);
        expect(at - approved.answeredAt, channel).toBeLessThan(BUDGET_MS * NOISE);
      }
    } finally {
      await stopFollowing();
    }
  });

  /** Reads the feed with the displayed command line, after a position, until there is an event. */
  async function openPoll(line: string, after: string): Promise<void> {
    const [, authorization, address] = /-H "Authorization: ([^"]+)" "([^"]+)"/.exec(line)!;
    const url = new URL(address!);
    url.searchParams.set('after', after);
    url.searchParams.set('wait', String(POLL_SECONDS));
    const answer = await fetch(url, { headers: { authorization: authorization! } });
    const events = (await answer.json()) as FeedEvent[];
    const at = Date.now();
    arrivals.poll.push(...events.map((each) => ({ at, event: each })));
  }
});

interface Approved {
  readonly eventId: string;
  readonly traceparent: string;
  readonly answeredAt: number;
}

/** Approves the first waiting event, and returns its trace. */
async function approveFirst(page: Page): Promise<Approved> {
  await page.goto('/dashboard/to-do-list');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Your approval is required for this event/ })
    .first()
    .click();
  const approving = await ask(page, /^Approve event/);
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/approve'));
  const answeredAt = await answered(page, /\/approve$/, () =>
    approving.getByRole('button', { name: /^Approve event/ }).click(),
  );
  const request = await sent;
  return {
    eventId: new URL(request.url()).pathname.split('/').at(-2)!,
    traceparent: request.headers()['traceparent']!,
    answeredAt,
  };
}

/** Waits for the delivery of an event's approval. */
async function arrivalOf(arrivals: readonly Arrival[], { eventId }: Approved): Promise<Arrival> {
  const find = () =>
    arrivals.find(
      ({ event: { type, subject } }) =>
        type === 'plimsoll.incident.approved.v1' && subject === `reported-events/${eventId}`,
    );
  await expect.poll(find, { timeout: 20_000, intervals: [20] }).toBeDefined();
  return find()!;
}
