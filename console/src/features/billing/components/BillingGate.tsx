import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { paths } from '../../../lib/url/paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { ForbiddenState } from '../../../ui/feedback/States.tsx';
import { billingPattern, landings } from '../paths.ts';

const PaymentDue = lazy(async () => ({
  default: (await import('./PaymentDue.tsx')).PaymentDue,
}));

/**
 * Shows billing pages to users who manage the subscription. Others see a notice when payment is due, and are refused
 * otherwise.
 */
export function BillingGate() {
  const { subscriptionStatus } = useStarted().organization.billingStatus;
  if (useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION')) return <Outlet />;
  if (landings[subscriptionStatus] !== billingPattern.payment)
    return <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />;
  return (
    <Suspense>
      <PaymentDue />
    </Suspense>
  );
}
