import type { ComponentProps, ReactNode } from 'react';
import { prefetching } from '../../../lib/api/loader.ts';
import { paths } from '../../../lib/url/paths.ts';
import { useMay } from '../../../lib/session/startup.ts';
import { ASK_ADMINISTRATOR, LIST_PRICES } from '../subscription-labels.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { productsQuery, subscriptionQuery } from '../api.ts';
import css from '../Billing.module.css';
import { Plans } from './Plans.tsx';
import { AvailableActions } from './AvailableActions.tsx';

/** Prefetches products and subscription while the chunk loads. */
export const landingLoader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION')
    ? [productsQuery(organization.guid), subscriptionQuery(organization.guid)]
    : [],
);

/**
 * Page shown instead of home: the subscription's status, what remains available, and the plans for users who may choose
 * one.
 */
export function Landing({
  title,
  payment,
  children,
}: {
  title: string;
  payment: ComponentProps<typeof Plans>['payment'];
  children: ReactNode;
}) {
  const mayChoose = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  return (
    <>
      <PageHeader title={title} />
      <div className={css.words}>{children}</div>
      {!mayChoose && <p className={css.words}>{ASK_ADMINISTRATOR}</p>}
      <AvailableActions />
      {mayChoose && (
        <>
          <p className={css.words}>{LIST_PRICES}</p>
          <Plans after={paths.home()} payment={payment} />
        </>
      )}
    </>
  );
}
