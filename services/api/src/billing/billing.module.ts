import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import { BillingController } from './billing.controller.ts';
import { BillingCalendar } from './billing-calendar.ts';
import { BillingLog } from './billing-log.ts';
import { CancelSubscription } from './cancel-subscription.ts';
import { CarryBillingOn } from './carry-billing-on.ts';
import { CarryRefundOn } from './carry-refund-on.ts';
import { CarryPurchaseOn } from './carry-purchase-on.ts';
import { ChangeSubscription } from './change-subscription.ts';
import { ChoosePlan } from './choose-plan.ts';
import { BuyPlan } from './buy-plan.ts';
import { ExtendTrial } from './extend-trial.ts';
import { ForwardBilling } from './forward-billing.ts';
import { GrantPlan } from './grant-plan.ts';
import { HeardWebhooks } from './heard-webhooks.ts';
import { HearPaymentProvider } from './hear-payment-provider.ts';
import { MoveBillingClock } from './move-billing-clock.ts';
import { WrongCodes } from './wrong-codes.ts';
import { OpenBilling } from './open-billing.ts';
import { PublishCatalogue } from './publish-catalogue.ts';
import { PayInvoice } from './pay-invoice.ts';
import { SettlePurchase } from './settle-purchase.ts';
import { RecordPayment } from './record-payment.ts';
import { ReconcilePayments } from './reconcile-payments.ts';
import { RefundInvoice } from './refund-invoice.ts';
import { SettleRefund } from './settle-refund.ts';
import { ShowSalesHandler } from './show-sales.ts';
import { SwitchBilling } from './switch-billing.ts';
import { TakeBillingStep } from './take-billing-step.ts';

/** What is sold, and what an organization has of it. */
@Module({
  controllers: [BillingController],
  providers: [
    BillingLog,
    BillingCalendar,
    WrongCodes,
    HeardWebhooks,
    ShowSalesHandler,
    ...handlersOf(
      OpenBilling,
      ChoosePlan,
      ExtendTrial,
      GrantPlan,
      PublishCatalogue,
      SwitchBilling,
      BuyPlan,
      SettlePurchase,
      CarryPurchaseOn,
      CarryBillingOn,
      TakeBillingStep,
      MoveBillingClock,
      ForwardBilling,
      PayInvoice,
      RefundInvoice,
      SettleRefund,
      CarryRefundOn,
      RecordPayment,
      ReconcilePayments,
      CancelSubscription,
      ChangeSubscription,
      HearPaymentProvider,
    ),
  ],
})
export class BillingModule {}
