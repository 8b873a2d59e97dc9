import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { BillingController } from './billing.controller.ts';
import { BillingCalendar } from './subscription/billing-calendar.ts';
import { BillingLog } from './billing-log.ts';
import { CancelSubscription } from './subscription/cancel-subscription.ts';
import { ResumeBilling } from './subscription/resume-billing.ts';
import { ResumeRefund } from './invoices/resume-refund.ts';
import { ResumePurchase } from './purchases/resume-purchase.ts';
import { ChangeSubscription } from './subscription/change-subscription.ts';
import { ChoosePlan } from './subscription/choose-plan.ts';
import { BuyPlan } from './purchases/buy-plan.ts';
import { ExtendTrial } from './subscription/extend-trial.ts';
import { ForwardBilling } from './subscription/forward-billing.ts';
import { GrantPlan } from './subscription/grant-plan.ts';
import { ReceivedWebhooks } from './provider/received-webhooks.ts';
import { HandleProviderWebhook } from './provider/handle-provider-webhook.ts';
import { MoveBillingClock } from './subscription/move-billing-clock.ts';
import { WrongCodes } from './purchases/wrong-codes.ts';
import { OpenBilling } from './open-billing.ts';
import { PublishCatalogue } from './catalogue/publish-catalogue.ts';
import { PayInvoice } from './invoices/pay-invoice.ts';
import { SettlePurchase } from './purchases/settle-purchase.ts';
import { RecordPayment } from './provider/record-payment.ts';
import { ReconcilePayments } from './provider/reconcile-payments.ts';
import { RefundInvoice } from './invoices/refund-invoice.ts';
import { SettleRefund } from './invoices/settle-refund.ts';
import { ShowSalesHandler } from './purchases/show-sales.ts';
import { SwitchBilling } from './subscription/switch-billing.ts';
import { TakeBillingStep } from './subscription/take-billing-step.ts';

/** Catalogue, subscriptions, purchases, invoices and the payment provider. */
@Module({
  controllers: [BillingController],
  providers: [
    BillingLog,
    BillingCalendar,
    WrongCodes,
    ReceivedWebhooks,
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
      ResumePurchase,
      ResumeBilling,
      TakeBillingStep,
      MoveBillingClock,
      ForwardBilling,
      PayInvoice,
      RefundInvoice,
      SettleRefund,
      ResumeRefund,
      RecordPayment,
      ReconcilePayments,
      CancelSubscription,
      ChangeSubscription,
      HandleProviderWebhook,
    ),
  ],
})
export class BillingModule {}
