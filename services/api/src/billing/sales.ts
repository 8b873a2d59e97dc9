import { Inject, Injectable } from '@nestjs/common';
import type { PaymentProvider } from '@plimsoll/contracts/billing/answers';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { SETTINGS, type Settings } from '../settings.ts';

/** Without a provider nothing is sold; the sandbox sells what the demo does. */
export const catalogueOf = (provider: PaymentProvider): Catalogue | null => (provider === 'SANDBOX' ? demoCatalogue : null);

/** What is sold, and by whom payments are taken. */
@Injectable()
export class Sales {
  readonly provider: PaymentProvider;
  readonly catalogue: Catalogue | null;

  constructor(@Inject(SETTINGS) { paymentProvider }: Settings) {
    this.provider = paymentProvider;
    this.catalogue = catalogueOf(paymentProvider);
  }
}
