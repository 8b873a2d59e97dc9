import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import { catalogueDecider } from '../catalogue/catalogue-stream.ts';

/** Catalogue used before the first one is published: the demo catalogue in the sandbox, else none. */
const shippedCatalogue = (provider: PaymentProvider): Catalogue | null =>
  provider === 'SANDBOX' ? demoCatalogue : null;

/** How often a process reads the published catalogue again, in milliseconds. */
const PUBLISHED_IS_KNOWN_MS = 5_000;

/** Current catalogue and payment provider. */
@Injectable()
export class Sales implements OnModuleInit, OnModuleDestroy {
  readonly provider: PaymentProvider;
  readonly publishableKey: string | null;
  #published: Catalogue | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SETTINGS) { paymentProvider, publishableKey }: Settings,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {
    this.provider = paymentProvider;
    this.publishableKey = publishableKey;
  }

  /** Null when nothing is sold: no payment provider is configured, or no catalogue was published yet. */
  get catalogue(): Catalogue | null {
    return this.provider === 'NONE' ? null : (this.#published ?? shippedCatalogue(this.provider));
  }

  async onModuleInit(): Promise<void> {
    if (this.provider === 'NONE') return;
    await this.readPublished();
    // While the database is unavailable, the last known catalogue stays in use.
    this.#timer = setInterval(() => void this.readPublished().catch(() => undefined), PUBLISHED_IS_KNOWN_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Reads the catalogue that was last published. */
  async readPublished(): Promise<void> {
    this.#published = (await catalogueDecider.of().load(this.store, INSTALLATION_TENANT)).state;
  }
}
