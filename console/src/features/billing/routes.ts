import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { billingPattern } from './paths.ts';
import { paymentPattern } from './payment-paths.ts';

const gate: readonly Gate[] = [
  { component: async () => ({ Component: (await import('./components/BillingGate.tsx')).BillingGate }) },
];

export const routes: readonly Declared[] = [
  screen({
    path: billingPattern.payment,
    gate,
    page: () => import('./pages/payment.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: billingPattern.choosePlan,
    gate,
    page: () => import('./pages/choose-plan.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: paymentPattern.switchPlan,
    gate,
    page: () => import('./pages/switch-plan.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: billingPattern.chooseProduct,
    page: () => import('./pages/choose-product.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: billingPattern.chooseAPlan,
    page: () => import('./pages/choose-a-plan.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: billingPattern.freeTrialEnded,
    page: () => import('./pages/free-trial-ended.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: billingPattern.startFreeTrial,
    page: () => import('./pages/start-your-free-trial.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: paymentPattern.trialPlan,
    page: () => import('./pages/trial-plan.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: paymentPattern.trialCard,
    page: () => import('./pages/trial-card.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: [paymentPattern.trialEndedPayment, paymentPattern.chosenPlanPayment, paymentPattern.payment],
    page: () => import('./pages/pay.route.tsx'),
    inside: 'billing',
  }),
  screen({
    path: paymentPattern.complete,
    page: () => import('./pages/complete.route.tsx'),
    inside: 'billing',
  }),
];
