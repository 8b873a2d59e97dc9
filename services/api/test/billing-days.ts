import { openApplication, type ApplicationOptions } from '@plimsoll/api/platform/process/application';
import { billingStream, billingDecider } from '@plimsoll/api/billing/billing-stream';
import { ResumeBilling } from '@plimsoll/api/billing/subscription/resume-billing';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import { nextDueOn } from '@plimsoll/contracts/billing/due-steps';

export interface DaysOfBilling {
  readonly options: ApplicationOptions;
  readonly organizations: readonly string[];
}

/** A day, and the organizations whose billing something else changed meanwhile. */
export interface DayOfBilling {
  readonly at: string;
  readonly touched: readonly string[];
}

/** Offset of the process's clock for the queries after this message. */
export interface ClockStep {
  readonly offMs: number;
}

const clock = Date.now.bind(Date);

// Runs the billing steps of each day as messages order it, until it is stopped. Keys arrive by message, not on the
// command line.
process.once('message', ({ options, organizations }: DaysOfBilling) => {
  void (async () => {
    const application = await openApplication(options);
    const due = new Map<
      string,
      { readonly on: string | null; readonly timeZone: string; readonly daysAhead: number }
    >();
    const check = async (organization: string): Promise<void> => {
      const loaded = await application.store.load(organization, billingStream(organization));
      const billing = billingDecider.fold(loaded.events);
      if (billing)
        due.set(organization, { on: nextDueOn(billing), timeZone: billing.timeZone, daysAhead: billing.daysAhead });
    };
    for (const organization of organizations) await check(organization);

    const day = async ({ at, touched }: DayOfBilling): Promise<string[]> => {
      for (const organization of touched) await check(organization);
      const moment = new Date(at);
      const carried: string[] = [];
      for (const organization of organizations) {
        const known = due.get(organization);
        if (!known?.on || known.on > billingTime(known, moment).date) continue;
        const outcome = (await application.commands.execute(
          new ResumeBilling(systemEnvelope({ tenant: organization, at: moment })),
        )) as Outcome;
        if (!isExecuted(outcome)) throw new Error(`${organization}: ${outcome.refused}`);
        await check(organization);
        carried.push(organization);
      }
      return carried;
    };
    let working: Promise<void> = Promise.resolve();
    process.on('message', (asked: DayOfBilling | ClockStep) => {
      if ('offMs' in asked) {
        Date.now = () => clock() + asked.offMs;
        return void process.send!({ stepped: asked.offMs });
      }
      working = working
        .then(async () => {
          process.send!({ day: asked.at, carried: await day(asked) });
        })
        .catch((error: unknown) => void process.send!({ day: asked.at, fault: String(error) }));
    });
    process.send!('begun');
  })().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
