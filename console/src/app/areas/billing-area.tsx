import type { RouteObject } from 'react-router';
import { billingPattern } from '../../features/billing/paths.ts';
import { paymentPattern } from '../../features/billing/payment-paths.ts';
import { BillingFrame, loadBilling } from '../billing/BillingFrame.tsx';
import * as PageFault from '../PageFault.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob(
    '../../features/billing/pages/{choose-a-plan,choose-product,complete,free-trial-ended,pay,start-your-free-trial,trial-card,trial-plan}.route.tsx',
  ) as Screens,
);

/** What stands in the way of home while a plan has to be chosen. None of these pages has the modules' links. */
export const routes: RouteObject[] = [
  {
    Component: BillingFrame,
    loader: loadBilling,
    children: [
      {
        ...PageFault,
        children: [
          screen(billingPattern.chooseProduct, 'billing/choose-product'),
          screen(billingPattern.chooseAPlan, 'billing/choose-a-plan'),
          screen(billingPattern.freeTrialEnded, 'billing/free-trial-ended'),
          screen(billingPattern.startFreeTrial, 'billing/start-your-free-trial'),
          screen(paymentPattern.trialPlan, 'billing/trial-plan'),
          screen(paymentPattern.trialCard, 'billing/trial-card'),
          screen(paymentPattern.trialEndedPayment, 'billing/pay'),
          screen(paymentPattern.chosenPlanPayment, 'billing/pay'),
          screen(paymentPattern.payment, 'billing/pay'),
          screen(paymentPattern.complete, 'billing/complete'),
        ],
      },
    ],
  },
];
