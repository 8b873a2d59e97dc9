import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { BuyPlan } from '@plimsoll/api/billing/purchases/buy-plan';
import { ResumeBilling } from '@plimsoll/api/billing/subscription/resume-billing';
import { ResumePurchase } from '@plimsoll/api/billing/purchases/resume-purchase';
import { ChoosePlan } from '@plimsoll/api/billing/subscription/choose-plan';
import { OpenBilling } from '@plimsoll/api/billing/open-billing';
import { StripePayments } from '@plimsoll/api/billing/provider/stripe-payments';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { ApiOptions } from '@plimsoll/api/main';
import { ChangeMembership } from '@plimsoll/api/members/change-membership';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { paymentSandboxMigrations } from '@plimsoll/payment-sandbox/migrations';
import { openSandbox } from '@plimsoll/payment-sandbox/open-sandbox';
import { migrate } from '@plimsoll/postgres/migrate';
import { setRolePassword } from '@plimsoll/postgres/roles';
import { projections } from '@plimsoll/projections/platform/projections';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { billingDueTable } from '@plimsoll/projections/billing/subscription/project';
import { dueBilling } from '@plimsoll/reactors/billing/schedules';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  median,
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations, type BenchOrganization } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { KeepAliveConnection } from '../load/http-load.ts';
import { p99 } from '../load/lag-watch.ts';
import { bearer, signInAll } from '../load/report-load.ts';

interface BillingBench {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log. */
  readonly folder: string;
  readonly rounds: number;
}

async function run(
  application: Application,
  commandOf: (envelope: CommandEnvelope) => object,
  tenant: string,
  at = new Date(),
): Promise<void> {
  const outcome = (await application.commands.execute(commandOf(systemEnvelope({ tenant, at })) as never)) as Outcome;
  if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
}

/** Founds organizations with billing, each with an admin. */
async function foundBilledOrganizations(options: ApiOptions, count: number): Promise<BenchOrganization[]> {
  const organizations = await foundOrganizations({ ...options, projector: false }, count);
  const application = await openApplication({ ...options, projector: true });
  for (const { tenant, userGuid } of organizations) {
    await run(application, (envelope) => new OpenBilling(envelope), tenant);
    await run(
      application,
      (envelope) =>
        new ChangeMembership(envelope, userGuid, {
          isAdmin: true,
          organizationUserGroups: ['Standard'],
          permissions: [],
        }),
      tenant,
    );
  }
  await application.runner?.catchUp();
  await application.close();
  return organizations;
}

/**
 * B1: commands that pass the subscription gate, in a process with payments compared with one without, on the same
 * database.
 */
export async function benchGate({
  adminUrl,
  folder,
  rounds: count,
  seconds,
}: BillingBench & { readonly seconds: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundBilledOrganizations(options, 8);
  const apis = [
    await RunningApi.start({ ...options, projector: false, paymentProvider: 'SANDBOX' }, join(folder, 'walled.log')),
    await RunningApi.start({ ...options, projector: false, paymentProvider: 'NONE' }, join(folder, 'open.log')),
  ] as const;
  try {
    const people = await signInAll(apis[0].port, organizations);
    let named = 0;
    const rateOf = async ({ port }: RunningApi): Promise<number> => {
      const end = performance.now() + seconds * 1_000;
      let done = 0;
      await Promise.all(
        people.map(async (person) => {
          const connection = await KeepAliveConnection.open(port);
          while (performance.now() < end) {
            // Each creates its own stream and is answered without the read models, which are not updated meanwhile.
            const { status, body } = await connection.post(
              '/api/reported-events/categories',
              bearer(person),
              JSON.stringify({ title: `Kind ${named++}` }),
            );
            if (status !== 201) throw new Error(`A category was answered ${status}: ${body}`);
            done++;
          }
          connection.close();
        }),
      );
      return done / seconds;
    };
    for (const api of apis) await rateOf(api);
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      const [first, second] = rounds.length % 2 === 0 ? apis : ([apis[1], apis[0]] as const);
      const [one, other] = [await rateOf(first), await rateOf(second)];
      rounds.push(first === apis[0] ? roundOf(one, other) : roundOf(other, one));
    }
    return {
      id: 'B1',
      ratio: medianRatio(rounds),
      rounds,
      subject: `writes over HTTP that the wall looks at, ${people.length} connections, one API process that takes payments; answers/s`,
      peer: 'the same to a process where nobody takes any',
    };
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
  }
}

/** B2: finding what is due among many organizations compared with few, with the same number due. */
export async function benchFindDue({
  adminUrl,
  rounds: count,
  many,
  few,
  due,
}: BillingBench & { readonly many: number; readonly few: number; readonly due: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const application = await openApplication({ ...options, projector: true });
  await application.runner?.catchUp();
  const pool = new pg.Pool({ connectionString: options.projectorDatabaseUrl, max: 2 });
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const reader = new ReadModelReader(application.pool, projections, application.store);
  try {
    const { text: table } = (await reader.sets()).statement({ text: String(billingDueTable) });
    const fill = async (organizations: number) => {
      await admin.query(`truncate ${table}`);
      await admin.query(
        `insert into ${table} (tenant, due_on, time_zone, revision) select gen_random_uuid(), case when number <= ${due} then date '2026-01-01' else date '2199-01-01' end, 'UTC', 1 from generate_series(1, ${organizations}) number`,
      );
      await admin.query(`analyze ${table}`);
    };
    let found = 0;
    const poll = dueBilling.create({
      log: { heads: () => Promise.resolve([]) },
      pool,
      reader,
      enqueue: async (_client, _queue, jobs) => void (found += jobs.length),
      now: () => new Date(),
    });
    const pollTime = async (): Promise<number> => {
      const took: number[] = [];
      for (let time = 0; time < 30; time++) {
        found = 0;
        const begun = performance.now();
        await poll();
        took.push(performance.now() - begun);
        if (found !== due) throw new Error(`${found} were found, not ${due}`);
      }
      return median(took);
    };
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      await fill(few);
      const peer = await pollTime();
      await fill(many);
      rounds.push(roundOf(await pollTime(), peer));
    }
    return {
      id: 'B2',
      ratio: medianRatio(rounds),
      rounds,
      subject: `finding ${due} organizations that are due among ${many}; ms`,
      peer: `the same among ${few}`,
    };
  } finally {
    await admin.end();
    await pool.end();
    await application.close();
  }
}

/** B3: latency of a quote for several concurrent clients, each of which asks again at once. */
export async function benchQuote({
  adminUrl,
  folder,
  rounds: count,
  seconds,
}: BillingBench & { readonly seconds: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundBilledOrganizations(options, 4);
  const api = await RunningApi.start(
    { ...options, projector: true, paymentProvider: 'SANDBOX' },
    join(folder, 'api.log'),
  );
  try {
    const people = await signInAll(api.port, organizations);
    const round = async (): Promise<number> => {
      const end = performance.now() + seconds * 1_000;
      const took = await Promise.all(
        people.map(async (person) => {
          const connection = await KeepAliveConnection.open(api.port);
          const each: number[] = [];
          while (performance.now() < end) {
            const asked = performance.now();
            const { status, body } = await connection.get(
              `/api/orgs/${person.tenant}/subscription/complete/MONTH?quantity=37&country=CA&province=BC`,
              bearer(person),
            );
            if (status !== 200) throw new Error(`A quote was answered ${status}: ${body}`);
            each.push(performance.now() - asked);
          }
          connection.close();
          return each;
        }),
      );
      return p99(took.flat());
    };
    await round();
    const rounds: Round[] = [];
    while (rounds.length < count) {
      await ownTurn();
      rounds.push(roundOf(await round(), 1));
    }
    return {
      id: 'B3',
      ratio: medianRatio(rounds),
      rounds,
      peer: 'nothing: the figure is in ms',
      subject: `p99 of a quote, ${people.length} users at once; one API process with the projector; ms`,
    };
  } finally {
    await api.kill();
  }
}

// Garbage must be collected first; otherwise a random amount of it would be counted.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** B4: memory of a process after many renewals, compared with after a tenth of them. */
export async function benchRenewals({
  adminUrl,
  renewals,
  organizations: count,
}: BillingBench & { readonly renewals: number; readonly organizations: number }): Promise<Measurement> {
  const options = await prepare(adminUrl);
  await migrate(adminUrl, paymentSandboxMigrations);
  const password = 'bench-sandbox';
  await setRolePassword(adminUrl, 'plimsoll_payment_sandbox', password);
  const sandbox = await openSandbox({
    databaseUrl: Object.assign(new URL(adminUrl), { username: 'plimsoll_payment_sandbox', password }).toString(),
  });
  const application = await openApplication({
    ...options,
    projector: true,
    paymentProvider: 'SANDBOX',
    payments: sandbox,
  });
  const days = Math.ceil(renewals / count);
  const dayOf = (day: number) =>
    new Date(new Date(`${new Date().toISOString().slice(0, 10)}T13:30:00Z`).getTime() - (days - day) * 86_400_000);
  try {
    const tenants = Array.from({ length: count }, () => uuidv7());
    for (const tenant of tenants) {
      const at = dayOf(0);
      await run(
        application,
        (envelope) =>
          new CreateOrganization(envelope, {
            name: 'Renewed Works',
            timeZone: 'America/Edmonton',
            sizeRange: 'ONE_TO_TEN',
            modules: [],
          }),
        tenant,
        at,
      );
      await run(application, (envelope) => new OpenBilling(envelope), tenant, at);
      await application.runner?.catchUp();
      await run(
        application,
        (envelope) =>
          new ChoosePlan(envelope, {
            productKey: 'essentials',
            billingInterval: 'DAY',
            startFreeTrial: false,
            emailAddress: 'pay@bench.example',
            quantity: null,
            card: null,
          }),
        tenant,
        at,
      );
      const customer = await new StripePayments(sandbox).customerOf(tenant);
      const [purchaseGuid, chargeGuid, invoiceGuid] = [uuidv7(), uuidv7(), uuidv7()];
      await run(
        application,
        (envelope) =>
          new BuyPlan(envelope, {
            organization: tenant,
            productKey: 'essentials',
            billingInterval: 'DAY',
            quantity: 5,
            discountCode: null,
            address: {
              mailingAddress: '12 Quay Street',
              city: 'Calgary',
              province: 'AB',
              postalCode: 'T2P 1A1',
              country: 'CA',
            },
            emailAddress: 'pay@bench.example',
            collectionMethod: 'CHARGE_AUTOMATICALLY',
            paymentToken: 'pm_card_visa',
            customer,
            quote: null,
            purchaseGuid,
            chargeGuid,
            invoiceGuid,
            memberCount: 1,
            at,
          }),
        tenant,
        at,
      );
      await run(application, (envelope) => new ResumePurchase(envelope, purchaseGuid), tenant, at);
    }
    const held = (): number => (collectGarbage(), collectGarbage(), process.memoryUsage().heapUsed / 1_048_576);
    let early = 0;
    for (let day = 1; day <= days; day++) {
      for (const tenant of tenants)
        await run(application, (envelope) => new ResumeBilling(envelope), tenant, dayOf(day));
      if (day === Math.max(1, Math.floor(days / 10))) early = held();
    }
    const rounds = [roundOf(held(), early)];
    return {
      id: 'B4',
      ratio: medianRatio(rounds),
      rounds,
      subject: `what a process holds after ${days * count} renewals of ${count} organizations; MB`,
      peer: 'the same after a tenth of them',
    };
  } finally {
    await application.close();
    await sandbox.close();
  }
}
