import type { RouteObject } from 'react-router';
import { billingPattern } from '../../lib/billing-paths.ts';
import { paymentPattern } from '../../lib/payment-paths.ts';
import { BillingFrame, loadBilling } from '../billing/BillingFrame.tsx';
import * as PageFault from '../PageFault.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(import.meta.glob('../../features/billing/landings/*.route.tsx') as Screens);

/** What stands in the way of home while a plan has to be chosen. None of these pages has the modules' links. */
export const routes: RouteObject[] = [
  {
    Component: BillingFrame,
    loader: loadBilling,
    children: [
      {
        ...PageFault,
        children: [
          screen(billingPattern.chooseProduct, 'billing/landings/choose-product'),
          screen(billingPattern.chooseAPlan, 'billing/landings/choose-a-plan'),
          screen(billingPattern.freeTrialEnded, 'billing/landings/free-trial-ended'),
          screen(billingPattern.startFreeTrial, 'billing/landings/start-your-free-trial'),
          screen(paymentPattern.trialPlan, 'billing/landings/trial-plan'),
          screen(paymentPattern.trialCard, 'billing/landings/trial-card'),
          screen(paymentPattern.trialEndedPayment, 'billing/landings/pay'),
          screen(paymentPattern.chosenPlanPayment, 'billing/landings/pay'),
          screen(paymentPattern.payment, 'billing/landings/pay'),
          screen(paymentPattern.complete, 'billing/landings/complete'),
        ],
      },
    ],
  },
];
