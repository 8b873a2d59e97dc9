import { randomUUID } from 'node:crypto';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { address } from '../../test/buyers.ts';
import { stopTakingPayments, takingPayments } from '../../test/payments.ts';
import { Standings } from '../../test/standings.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';

/**
 * Status that each command leads to, typed by hand from the specification's two tables; a dash where it is refused
 * (409). Independent of the contracts on purpose.
 */
const table = `
                                            choose  trial  buy  pay  quantity  cancel  restore
  UNKNOWN                                   -       -      -    -    -         -       -
  NO_SUBSCRIPTION                           -       -      AC   -    -         -       -
  CANCELLED_ACTIVE                          -       -      AC   -    -         CA      AC
  FREE_TRIAL_SUBSCRIPTION_CONFIGURED        -       -      TC   -    TC        CA      -
  PAYMENT_REQUIRED                          -       -      AC   AC   -         NS      -
  IN_GRACE_PERIOD                           -       -      -    AC   -         CA      -
  ACTIVE                                    -       -      AC   -    AC        CA      -
  IN_FREE_TRIAL                             -       -      TC   -    -         CA      -
  FREE_TRIAL_EXPIRED                        -       -      AC   -    -         -       -
  NO_TRIAL_AVAILABLE                        ST      -      AC   -    -         -       -
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS WP      TC     -    -    -         -       -
  START_FREE_TRIAL                          ST      TR     -    -    -         -       -
  CHOOSE_PRODUCT                            ST      TR     -    -    -         -       -`;
const short: Readonly<Record<string, SubscriptionStatus>> = {
  NS: 'NO_SUBSCRIPTION',
  CA: 'CANCELLED_ACTIVE',
  TC: 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
  AC: 'ACTIVE',
  TR: 'IN_FREE_TRIAL',
  WP: 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
  ST: 'START_FREE_TRIAL',
};
const [head, ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const expected = rows.map(([status, ...cells]) => ({
  status: status as SubscriptionStatus,
  cells: Object.fromEntries(head!.map((command, at) => [command, cells[at]!])),
}));

/**
 * Statuses in which a member is gated after sign-in, by the specification's table. Statuses that the
 * table gates only after 14 days are not among them.
 */
const walled: readonly SubscriptionStatus[] = [
  'NO_SUBSCRIPTION',
  'PAYMENT_REQUIRED',
  'FREE_TRIAL_EXPIRED',
  'NO_TRIAL_AVAILABLE',
];

let app: TestApplication;
let standings: Standings;
beforeAll(async () => {
  app = await TestApplication.start(takingPayments);
  standings = new Standings(app);
});
afterAll(async () => {
  await app?.stop();
  await stopTakingPayments();
});

type Send = (method: string, path: string, body?: object) => Promise<Answer>;
async function standing(status: SubscriptionStatus): Promise<Send> {
  const org = await app.found(`Standing ${status}`, { on: ['dashboard'] });
  const { token } = await app.member(org, 'admin', 'Ada Quay');
  await standings.ways[status](org);
  return (method, path, body) =>
    app.call(method, `/orgs/${org}/${path}`, {
      token,
      headers: { 'Idempotency-Key': randomUUID() },
      ...(body && { body }),
    });
}
const statusOf = async (send: Send): Promise<SubscriptionStatus> =>
  (await send('GET', 'subscription')).body.subscriptionStatus;

const details = { address, emailAddress: 'pay@example.test', paymentToken: 'pm_card_visa' };
const commands: Readonly<Record<string, (send: Send, status: SubscriptionStatus) => Promise<Answer>>> = {
  choose: (send) =>
    send('POST', 'subscription/essentials/MONTH', { startFreeTrial: false, emailAddress: 'pay@example.test' }),
  // For a plan with a trial. When the chosen plan has none, it is refused until another one is chosen.
  trial: (send, status) =>
    send('POST', 'subscription/essentials/MONTH', {
      startFreeTrial: true,
      emailAddress: 'pay@example.test',
      ...(status === 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS' && details),
    }),
  buy: (send) =>
    send('PUT', 'subscription/essentials/MONTH', {
      ...details,
      quantity: 12,
      collectionMethod: 'CHARGE_AUTOMATICALLY',
    }),
  pay: async (send) =>
    send('POST', `invoices/${(await send('GET', 'subscription')).body.openInvoiceGuid ?? randomUUID()}/pay`, {
      paymentToken: 'pm_card_visa',
    }),
  quantity: (send) => send('PUT', 'subscription', { quantity: 13 }),
  cancel: (send) => send('DELETE', 'subscription'),
  restore: (send) => send('PUT', 'subscription', { restore: true }),
};

const counted = { cells: 0, allowed: 0 };
afterAll(
  () =>
    void process.stdout.write(
      `billing: ${expected.length} statuses × ${head!.length} commands over HTTP, ${counted.cells} asked, ${counted.allowed} of them allowed\n`,
    ),
);

test.each(expected)(
  'at $status each command leads where the table says, or is refused and changes nothing',
  async ({ status, cells }) => {
    const stays = await standing(status);
    expect((await stays('GET', 'subscription/billing-status')).body).toMatchObject({
      subscriptionStatus: status,
      isWalled: walled.includes(status),
      showsTrialBanner: status === 'IN_FREE_TRIAL',
    });
    const { revision } = (await stays('GET', 'subscription')).body;
    for (const [command, then] of Object.entries(cells)) {
      counted.cells++;
      if (then === '-') {
        const refused = await commands[command]!(stays, status);
        expect([command, refused.status, refused.body.className, refused.body.state]).toEqual([
          command,
          409,
          'SubscriptionStateConflict',
          status,
        ]);
        continue;
      }
      counted.allowed++;
      const goes = await standing(status);
      const answer = await commands[command]!(goes, status);
      expect([command, answer.status, await statusOf(goes)]).toEqual([
        command,
        command === 'choose' || command === 'trial' ? 201 : 200,
        short[then],
      ]);
    }
    expect((await stays('GET', 'subscription')).body.revision).toBe(revision);
  },
);

test('the table has every status and every command once', () => {
  expect([
    new Set(expected.map(({ status }) => status)).size,
    expected.length,
    head!.length,
    new Set(head).size,
  ]).toEqual([13, 13, 7, 7]);
});
