import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { evolveBilling, billingTime, factsOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt, type BillingCommand } from '@plimsoll/contracts/billing/status';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { ClockStep, DayOfBilling } from '../../test/billing-days.ts';
import { address } from '../../test/buyers.ts';
import { ledger, stopTakingPayments, takingPayments } from '../../test/payments.ts';
import { TestApplication } from '../../test/test-application.ts';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { billingStream, billingDecider } from './billing-stream.ts';
import { BuyPlan } from './purchases/buy-plan.ts';
import { CancelSubscription } from './subscription/cancel-subscription.ts';
import { ResumePurchase } from './purchases/resume-purchase.ts';
import { ChangeSubscription } from './subscription/change-subscription.ts';
import { ChoosePlan } from './subscription/choose-plan.ts';
import { OpenBilling } from './open-billing.ts';
import { PayInvoice } from './invoices/pay-invoice.ts';
import { StripePayments } from './provider/stripe-payments.ts';

/** `npm run test:billing` runs the long version. */
const isLong = process.env['BILLING_SIMULATION'] === 'long';
const [ORGANIZATIONS, DAYS, KILLS, ASKED_OVER_HTTP] = isLong ? [1_000, 400, 20, 1_000] : [12, 90, 2, 12];
const SEED = Number(process.env['BILLING_SEED'] ?? 20_261);
const PATIENCE_MS = isLong ? 40 * 60_000 : 300_000;
/** Child processes that work at the same time. */
const AT_ONCE = 2;

/** Mulberry32: the same seed gives the same sequence. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomBy(SEED);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start(takingPayments)));
afterAll(async () => {
  await app?.stop();
  await stopTakingPayments();
});

const provider = () => new StripePayments(app.options.payments!);
/** After six in the morning in every time zone used; the last day is today. */
const today = new Date().toISOString().slice(0, 10);
const momentOf = (day: number): Date => new Date(`${addDays(today, day - DAYS)}T13:30:00.000Z`);

interface LoadedBilling {
  readonly events: readonly BillingEvent[];
  readonly billing: BillingState | null;
}
async function logOf(organization: string): Promise<LoadedBilling> {
  const loaded = await app.api.application.store.load(organization, billingStream(organization));
  const recorded = loaded.events;
  return { events: recorded as unknown as BillingEvent[], billing: billingDecider.fold(recorded) };
}
const run = async (organization: string, at: Date, commandOf: (envelope: CommandEnvelope) => object) =>
  (await app.api.application.commands.execute(
    commandOf(systemEnvelope({ tenant: organization, at })) as never,
  )) as Outcome;
const statusOn = (billing: BillingState | null, day: string) => statusAt(factsOf(billing, true), day);

/**
 * A process that takes the due steps of days. Its calls to the provider pass through a proxy, which can kill it during
 * one.
 */
class Worker {
  private constructor(
    private readonly child: ChildProcess,
    private readonly between: Server,
    readonly ended: Promise<unknown>,
  ) {}
  /** The worker to kill at its next charge, before it receives the response. */
  static diesCharging: Worker | null = null;
  isAlive = true;

  static async start(organizations: readonly string[]): Promise<Worker> {
    const { host, port, secretKey } = app.options.payments!;
    let own: Worker | undefined = undefined;
    const between = createServer((incoming, answer) => {
      const forwarded = request(
        { host, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
        (response) => {
          if (
            incoming.method === 'POST' &&
            own &&
            Worker.diesCharging === own &&
            incoming.url === '/v1/payment_intents'
          ) {
            Worker.diesCharging = null;
            own.kill();
            return response.resume();
          }
          answer.writeHead(response.statusCode!, response.headers);
          response.pipe(answer);
        },
      );
      forwarded.on('error', () => answer.destroy());
      incoming.pipe(forwarded);
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    const child = fork(fileURLToPath(new URL('../../test/billing-days.ts', import.meta.url)), {
      execArgv: [...process.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    own = new Worker(child, between, once(child, 'exit'));
    child.send({
      options: {
        ...app.options,
        projector: false,
        poolSize: 4,
        payments: { host: '127.0.0.1', port: (between.address() as AddressInfo).port, secretKey },
      },
      organizations,
    });
    await once(child, 'message');
    return own;
  }

  kill(): void {
    this.isAlive = false;
    this.child.kill('SIGKILL');
  }

  /**
   * Runs a day, unless the process ends meanwhile. @returns the organizations with steps taken, or the error; null if
   * it ended
   */
  async run(
    message: DayOfBilling | ClockStep,
  ): Promise<{ readonly carried?: readonly string[]; readonly error?: string } | null> {
    if (!this.isAlive) return null;
    const answer = once(this.child, 'message').then(
      ([message]) => message as { carried?: readonly string[]; error?: string },
    );
    this.child.send(message);
    return Promise.race([answer, this.ended.then(() => null)]);
  }

  async stop(): Promise<void> {
    if (this.isAlive) this.child.disconnect();
    await this.ended;
    this.between.closeAllConnections();
    this.between.close();
  }
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
] as const;
const intervals = ['MONTH', 'MONTH', 'MONTH', 'WEEK', 'YEAR'] as const;

/** Purchase input: guids that make a repetition the same purchase, and the customer id at the provider. */
async function buyingOf(
  organization: string,
  envelope: CommandEnvelope,
  paymentToken: string | null,
  at: Date,
  known: string | null = null,
) {
  return {
    organization,
    paymentToken,
    customer: paymentToken === null ? known : await provider().customerOf(organization),
    purchaseGuid: envelope.newGuid(),
    chargeGuid: envelope.newGuid(),
    invoiceGuid: envelope.newGuid(),
    memberCount: 1,
    at,
  };
}

/** Resumes an open purchase until it is settled; authenticates if the bank requires it. */
async function settle(organization: string, at: Date): Promise<void> {
  const { billing } = await logOf(organization);
  if (!billing?.purchase) return;
  const { purchaseGuid, chargeGuid, customer, paymentToken } = billing.purchase;
  const outcome = await run(organization, at, (envelope) => new ResumePurchase(envelope, purchaseGuid));
  if (!('refused' in outcome) || customer === null || paymentToken === null) return;
  const charge = chargeGuid === null ? null : { cents: billing.purchase.chargeCents!, currency: billing.currency };
  const asked = await provider().find({ key: chargeGuid ?? purchaseGuid, organization, customer, charge });
  if (asked?.status !== 'ACTION_REQUIRED') return;
  await provider().authenticate(asked.reference, true);
  await run(organization, at, (envelope) => new ResumePurchase(envelope, purchaseGuid));
}

/** Random changes to a subscription; some are refused. */
const wishes: readonly {
  readonly needs: BillingCommand;
  readonly commandOf: (
    organization: string,
    envelope: CommandEnvelope,
    at: Date,
    billing: BillingState,
  ) => Promise<object>;
}[] = [
  { needs: 'CANCEL', commandOf: async (_, envelope) => new CancelSubscription(envelope) },
  {
    needs: 'RESTORE',
    commandOf: async (organization, envelope, at, { customer }) =>
      new ChangeSubscription(envelope, {
        ...(await buyingOf(organization, envelope, null, at, customer)),
        address: null,
        emailAddress: null,
        collectionMethod: null,
        quantity: null,
        restore: true,
      }),
  },
  {
    needs: 'CHANGE_QUANTITY',
    commandOf: async (organization, envelope, at, { quantity, customer }) =>
      new ChangeSubscription(envelope, {
        ...(await buyingOf(organization, envelope, null, at, customer)),
        address: null,
        emailAddress: null,
        collectionMethod: null,
        quantity: (quantity ?? 1) + 3,
        restore: false,
      }),
  },
  {
    needs: 'PAY',
    commandOf: async (organization, envelope, at, { invoices }) =>
      new PayInvoice(
        envelope,
        invoices.open[0]?.invoiceGuid ?? '',
        await buyingOf(organization, envelope, 'pm_card_visa', at),
      ),
  },
  {
    needs: 'BUY',
    commandOf: async (organization, envelope, at, { customer }) =>
      new BuyPlan(envelope, {
        productKey: pick(['essentials', 'complete']),
        billingInterval: pick(['MONTH', 'YEAR']),
        quantity: pick([5, 12, 60]),
        discountCode: null,
        address,
        emailAddress: 'pay@example.com',
        collectionMethod: 'CHARGE_AUTOMATICALLY',
        quote: null,
        ...(await buyingOf(
          organization,
          envelope,
          pick([null, 'pm_card_visa', 'pm_card_chargeCustomerFail']),
          at,
          customer,
        )),
      }),
  },
];

test(
  `${ORGANIZATIONS} organizations over ${DAYS} days, by two processes of which ${KILLS} are killed: every charge is made once, no invoice is missing, nobody is reminded twice, and each day is as it was`,
  async () => {
    const organizations: string[] = [];
    for (let place = 0; place < ORGANIZATIONS; place++) {
      const organization = await app.found(`Simulated ${place}`, { on: [] });
      organizations.push(organization);
      const at = momentOf(0);
      await run(organization, at, (envelope) => new OpenBilling(envelope));
      const billingInterval = place % 30 === 7 ? 'DAY' : pick(intervals);
      const withTrial = billingInterval === 'MONTH' || billingInterval === 'YEAR';
      await run(
        organization,
        at,
        (envelope) =>
          new ChoosePlan(envelope, {
            productKey: 'essentials',
            billingInterval,
            startFreeTrial: withTrial,
            emailAddress: 'pay@example.com',
            quantity: null,
            card: null,
          }),
      );
      if (place % 10 === 3) continue;
      const envelope = systemEnvelope({ tenant: organization, at });
      await app.api.application.commands.execute(
        new BuyPlan(envelope, {
          productKey: 'essentials',
          billingInterval,
          quantity: pick([1, 10, 11, 51]),
          discountCode: null,
          address,
          emailAddress: 'pay@example.com',
          collectionMethod: 'CHARGE_AUTOMATICALLY',
          quote: null,
          ...(await buyingOf(organization, envelope, pick(cards), at)),
        }) as never,
      );
      await settle(organization, at);
    }

    let workers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) =>
        Worker.start(place === 0 ? organizations : organizations.toReversed()),
      ),
    );
    const killedOn = new Set(Array.from({ length: KILLS }, (_, kill) => Math.floor(((kill + 0.5) * DAYS) / KILLS)));
    /** State of each billing when it was last read. */
    const held = new Map<string, BillingState>();
    const statuses = new Map(organizations.map((organization) => [organization, [] as string[]]));
    let [kills, inTheMiddle, refusedByClock, starting] = [0, 0, 0, null as Promise<Worker> | null];
    let isDue = false;
    try {
      for (let day = 0; day <= DAYS; day++) {
        const at = momentOf(day);
        const touched: string[] = [];
        for (const organization of organizations) {
          if (day === 0 || random() > 0.012) continue;
          const { billing } = await logOf(organization);
          if (!billing) continue;
          const allowed = allowedCommands(statusOn(billing, billingTime(billing, at).date));
          const possible = wishes.filter(({ needs }) => allowed.includes(needs));
          if (possible.length === 0) continue;
          const envelope = systemEnvelope({ tenant: organization, at });
          await app.api.application.commands.execute(
            (await pick(possible).commandOf(organization, envelope, at, billing)) as never,
          );
          await settle(organization, at);
          touched.push(organization);
        }
        if (starting && (workers.length < AT_ONCE || !isLong)) {
          workers = [...workers.filter(({ isAlive }) => isAlive), await starting];
          starting = null;
        }
        // A process whose clock is ten minutes off charges nobody; the other process takes the day's steps.
        if (day % 40 === 20) {
          const [stepped] = workers as [Worker];
          await stepped.run({ offMs: day % 80 === 20 ? 600_000 : -600_000 });
          const outcome = await stepped.run({ at: at.toISOString(), touched });
          refusedByClock += outcome?.error?.includes('ClocksApart') ? 1 : 0;
          expect(outcome?.carried ?? []).toEqual([]);
          await stepped.run({ offMs: day % 80 === 20 ? -240_000 : 240_000 });
        }
        isDue ||= killedOn.has(day);
        if (isDue && workers.length === AT_ONCE) Worker.diesCharging = workers[kills % AT_ONCE]!;
        const answers = await Promise.all(workers.map((worker) => worker.run({ at: at.toISOString(), touched })));
        const dead = workers.find(({ isAlive }) => !isAlive);
        if (dead) inTheMiddle++;
        else if (isDue && workers.length === AT_ONCE && day % 3 === 0) {
          // Nobody was charged that day, so the process is killed between two steps.
          Worker.diesCharging = null;
          workers[kills % AT_ONCE]!.kill();
        }
        const gone = workers.find(({ isAlive }) => !isAlive);
        if (gone) {
          isDue = false;
          kills++;
          await gone.stop();
          workers = workers.filter((worker) => worker !== gone);
          starting = Worker.start(random() < 0.5 ? organizations : organizations.toReversed());
        }
        const lasting = answers.filter((one) => one !== null);
        if (!lasting.some(({ error }) => error === undefined)) {
          const again = await workers[0]!.run({ at: at.toISOString(), touched: organizations });
          expect(again?.error).toBeUndefined();
          answers.push(again);
        }
        const changed = new Set(
          day === 0 || gone ? organizations : [...touched, ...answers.flatMap((one) => one?.carried ?? [])],
        );
        for (const organization of organizations) {
          if (changed.has(organization)) held.set(organization, (await logOf(organization)).billing!);
          const known = held.get(organization)!;
          statuses.get(organization)!.push(statusOn(known, billingTime(known, at).date));
        }
      }
    } finally {
      Worker.diesCharging = null;
      await Promise.all([...workers, ...(starting ? [await starting] : [])].map((worker) => worker.stop()));
    }

    let [charges, cents, invoices, reminders, compared] = [0, 0, 0, 0, 0];
    for (const organization of organizations) {
      const { events } = await logOf(organization);
      const of = <Type extends BillingEvent['type']>(type: Type) =>
        events
          .filter((event) => event.type === type)
          .map(({ data }) => data as Extract<BillingEvent, { type: Type }>['data']);
      const asked = new Map(of('ChargeRequested').map((one) => [one.chargeGuid, one.cents]));
      const logged = of('ChargeSucceeded').map(({ chargeGuid }) => `${chargeGuid} ${asked.get(chargeGuid)}`);
      const booked = (await ledger(app.database, organization)).map((one) => `${one.key} ${one.cents}`);
      expect([organization, booked.toSorted()]).toEqual([organization, logged.toSorted()]);
      expect(new Set(booked).size).toBe(booked.length);
      expect(of('InvoiceIssued').map(({ number }) => number)).toEqual(
        of('InvoiceIssued').map((_, at) => `${organization.slice(-12)}-${at + 1}`),
      );
      const paid = of('InvoicePaid').map(({ invoiceGuid }) => invoiceGuid);
      expect(new Set(paid).size).toBe(paid.length);
      const reminded = of('BillingReminderSent').map(({ reminder, about }) => `${reminder} ${about}`);
      expect(new Set(reminded).size).toBe(reminded.length);
      [charges, cents, invoices, reminders] = [
        charges + booked.length,
        cents + [...of('ChargeSucceeded')].reduce((sum, { chargeGuid }) => sum + asked.get(chargeGuid)!, 0),
        invoices + of('InvoiceIssued').length,
        reminders + reminded.length,
      ];
      const days = statuses.get(organization)!;
      days.forEach((status, day) => {
        const on = addDays(today, day - DAYS);
        const asOf = (events.filter(({ data }) => data.day <= on) as BillingEvent[]).reduce(
          (billing, event) => evolveBilling(billing, event),
          null as BillingState | null,
        );
        compared++;
        if (statusOn(asOf, on) !== status)
          throw new Error(`${organization} on ${on}: it was ${status}, and as of that day it is ${statusOn(asOf, on)}`);
      });
    }

    let overHttp = 0;
    const admins = new Map<string, string>();
    while (overHttp < ASKED_OVER_HTTP) {
      const organization = pick(organizations.slice(0, Math.max(4, Math.floor(ORGANIZATIONS / 20))));
      if (!admins.has(organization))
        admins.set(organization, (await app.member(organization, 'admin', 'Ada Quay')).token);
      const day = Math.floor(random() * DAYS);
      const answer = await app.call(
        'GET',
        `/orgs/${organization}/subscription/billing-status?asOf=${addDays(today, day - DAYS)}`,
        { token: admins.get(organization)! },
      );
      expect([answer.status, answer.body.subscriptionStatus]).toEqual([200, statuses.get(organization)![day]]);
      overHttp++;
    }
    process.stdout.write(
      `billing: ${ORGANIZATIONS} organizations, ${DAYS} days, seed ${SEED}: ${charges} charges of ${cents} cents, ${invoices} invoices, ${reminders} reminders, ${kills} kills, ${inTheMiddle} of them between the provider's commit and our event, ${refusedByClock} days refused by a clock; ${compared} days as they were, ${overHttp} over HTTP\n`,
    );
    expect([kills, charges > 0, invoices > 0, reminders > 0]).toEqual([KILLS, true, true, true]);
  },
  PATIENCE_MS,
);
