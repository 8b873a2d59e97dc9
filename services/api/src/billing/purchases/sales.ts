import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import { catalogueDecider } from '../catalogue/catalogue-stream.ts';

/** What is sold before anything was published: the sandbox offers the demo's. */
const shippedCatalogue = (provider: PaymentProvider): Catalogue | null =>
  provider === 'SANDBOX' ? demoCatalogue : null;

/** How long it may take until a process offers what another one has published. */
const PUBLISHED_IS_KNOWN_MS = 5_000;

/** What is sold, and by whom payments are taken. */
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

  /** Null where nothing is sold: nobody takes payments, or nothing was published yet. */
  get catalogue(): Catalogue | null {
    return this.provider === 'NONE' ? null : (this.#published ?? shippedCatalogue(this.provider));
  }

  async onModuleInit(): Promise<void> {
    if (this.provider === 'NONE') return;
    await this.readPublished();
    // While the database is away what is known goes on.
    this.#timer = setInterval(() => void this.readPublished().catch(() => undefined), PUBLISHED_IS_KNOWN_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Reads what was published last. */
  async readPublished(): Promise<void> {
    this.#published = (await catalogueDecider.of().load(this.store, INSTALLATION_TENANT)).state;
  }
}
