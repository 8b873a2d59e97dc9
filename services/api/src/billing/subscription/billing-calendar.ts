import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { billingTime, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { dueSteps } from '@plimsoll/contracts/billing/due-steps';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { isExecuted } from '../../commands/execute.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { OrganizationsCache } from '../../platform/cache/organizations-cache.ts';
import { soldTo } from '../billing-status.ts';
import { billingDecider } from '../billing-stream.ts';
import { MoveBillingClock } from './move-billing-clock.ts';
import { Purchases } from '../purchases/purchases.ts';
import { Sales } from '../purchases/sales.ts';
import { TakeBillingStep } from './take-billing-step.ts';
import { nameOfStep } from './take-billing-step.rule.ts';

/** Maximum difference between the database's clock and the process's, in milliseconds; beyond it nothing is charged. */
const MAX_CLOCK_SKEW_MS = 300_000;

/** The clocks of the database and of the process differ too much to tell which day it is. */
class ClocksApart extends Error {
  override readonly name = 'ClocksApart';
}

const END_OF_DAY = '23:59';

/** Upper bound on the steps of one day, so that an error cannot loop forever. */
const MAX_STEPS = 60;

/** Takes the due steps of an organization's billing. Safe to run in several processes: each step is taken once. */
@Injectable()
export class BillingCalendar {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly purchases: Purchases,
    private readonly sales: Sales,
    private readonly organizations: OrganizationsCache,
  ) {}

  /**
   * Takes every due step.
   * @param processTime the process's time; corrected to the database's clock
   * @returns whether all is done and nothing waits for the provider
   * @throws ClocksApart, PaymentsAway
   */
  async takeDueSteps(organization: string, processTime: Date): Promise<boolean> {
    return this.#takeDueSteps(organization, await this.#databaseTime(processTime), false);
  }

  /**
   * Moves an organization's billing clock ahead day by day, completing each day. @returns true, or the refusal it
   * stopped at
   */
  async forward(organization: string, days: number, processTime: Date): Promise<true | Refusal> {
    const now = await this.#databaseTime(processTime);
    for (let moved = 0; moved < days; moved++) {
      const outcome = await this.commands.execute(
        new MoveBillingClock(systemEnvelope({ tenant: organization, product: 'operator', at: now })),
      );
      if (!isExecuted(outcome)) return outcome;
      if (!(await this.#takeDueSteps(organization, now, true))) return refuse('Unavailable');
    }
    return true;
  }

  async #takeDueSteps(organization: string, now: Date, wholeDay: boolean): Promise<boolean> {
    const known = await this.organizations.of(organization);
    if (!known || !soldTo(known.subscription, this.sales.catalogue)) return true;
    let waits = false;
    for (let taken = 0; taken < MAX_STEPS; taken++) {
      const billing = await this.#billing(organization);
      if (!billing) return true;
      const { date, time } = billingTime(billing, now);
      const due = dueSteps(billing, { date, time: wholeDay ? END_OF_DAY : time });
      if (billing.purchase && !waits && (billing.purchase.byCalendar || due.some(({ step }) => step === 'CARRY_ON'))) {
        const { status } = await this.purchases.resume(organization, billing.purchase.purchaseGuid, now);
        waits = status !== 'SETTLED';
        continue;
      }
      const step = due.find((one) => one.step !== 'CARRY_ON');
      if (!step) return !waits;
      const name = nameOfStep(step);
      const envelope = systemEnvelope({ tenant: organization, name, at: now });
      const memberCount =
        step.step === 'BEGIN_PERIOD' || step.step === 'COUNT_MEMBERS'
          ? (await this.queries.execute(new ListMembers(organization))).length
          : 0;
      const outcome = await this.commands.execute(
        new TakeBillingStep(envelope, name, {
          organization,
          memberCount,
          purchaseGuid: envelope.newGuid(),
          chargeGuid: envelope.newGuid(),
          invoiceGuid: envelope.newGuid(),
          at: now,
        }),
      );
      if (!isExecuted(outcome)) throw new Error(`What a day brings could not be done: ${outcome.refused}`);
      this.organizations.forget(organization);
    }
    throw new Error('A day of billing does not end');
  }

  async #billing(organization: string): Promise<BillingState | null> {
    return (await billingDecider.of(organization).load(this.store, organization)).state;
  }

  async #databaseTime(processTime: Date): Promise<Date> {
    const {
      rows: [row],
    } = await this.pool.query<{ now: Date }>('select clock_timestamp() as now');
    const apart = row!.now.getTime() - Date.now();
    if (Math.abs(apart) > MAX_CLOCK_SKEW_MS)
      throw new ClocksApart(
        `The clocks of the database and of this process are ${Math.round(Math.abs(apart) / 1_000)} s apart: nothing is charged`,
      );
    return new Date(processTime.getTime() + apart);
  }
}
