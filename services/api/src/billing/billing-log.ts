import { Inject, Injectable } from '@nestjs/common';
import { billingTime, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import type { EventStore, Position, Revision } from '@plimsoll/event-store/port/event-store';
import { EVENT_STORE } from '../platform/process/event-store-token.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { billingDecider, billingStream } from './billing-stream.ts';

/** An organization's billing at the end of a day. */
export interface BillingView {
  readonly day: string;
  /** Whether that day is today. */
  readonly isNow: boolean;
  readonly billing: BillingState | null;
  readonly events: readonly BillingEvent[];
  readonly revision: Revision;
  /** Position of the newest event, regardless of the requested day; null when there is none. */
  readonly position: Position | null;
}

/** Reads organizations' billing from the event log. */
@Injectable()
export class BillingLog {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly viewers: Viewers,
  ) {}

  /**
   * Loads billing as of a day, today by default. Selects events by the day they carry rather than by when they were
   * recorded. Ends the request with MalformedDate for a future day.
   */
  async loadAsOf(tenant: string, asOf: string | undefined, now: Date): Promise<BillingView> {
    const loaded = await this.store.load(tenant, billingStream(tenant));
    const newest = billingDecider.fold(loaded.events);
    const today = newest ? billingTime(newest, now).date : await this.viewers.dayAt(tenant, now);
    if (asOf !== undefined && asOf > today)
      throwRefusal('MalformedDate', { fieldErrors: [fieldError('asOf', 'MalformedDate', 'Must not lie ahead')] });
    const day = asOf ?? today;
    const selected = loaded.events.filter(({ data }) => (data as BillingEvent['data']).day <= day);
    return {
      day,
      isNow: day === today,
      billing: billingDecider.fold(selected),
      events: selected as unknown as BillingEvent[],
      revision: selected.at(-1)?.revision ?? 0,
      position: loaded.events.at(-1)?.position ?? null,
    };
  }
}
