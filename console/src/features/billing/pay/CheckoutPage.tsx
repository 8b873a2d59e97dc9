import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { prefetching } from '../../../lib/api/loader.ts';
import { paths } from '../../../lib/url/paths.ts';
import { paymentPaths } from '../payment-paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { ASK_ADMINISTRATOR } from '../subscription-labels.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader, type Crumb } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { NotFoundState, Skeleton } from '../../../ui/feedback/States.tsx';
import { billingQuery, productsQuery, subscriptionQuery } from '../api.ts';
import { NO_SUCH_PLAN, NOT_ON_SALE, planLabel } from '../labels.ts';
import { AvailableActions } from '../components/AvailableActions.tsx';
import { Checkout } from './Checkout.tsx';
import { storedPurchase } from './stored-purchase.ts';
import css from './Pay.module.css';

/** Prefetches the data of a checkout while its chunk loads. */
export const checkoutLoader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION')
    ? [productsQuery(organization.guid), subscriptionQuery(organization.guid), billingQuery(organization.guid)]
    : [],
);

interface CheckoutPageProps {
  /** Page title for a plan's name. */
  title: (plan: string) => ReactNode;
  crumbs?: readonly Crumb[];
  /** Page on which another plan can be chosen. */
  plans: string;
  isTrial?: boolean;
  children?: ReactNode;
}

/** Checkout page for the plan in the URL or, without one, for the chosen plan. */
export function CheckoutPage(props: CheckoutPageProps) {
  const mayPay = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  if (mayPay) return <Paying {...props} />;
  return (
    <>
      <PageHeader title="Choose a plan" />
      <p className={css.words}>{ASK_ADMINISTRATOR}</p>
      <AvailableActions />
    </>
  );
}

function Paying({ title, crumbs, plans, isTrial = false, children }: CheckoutPageProps) {
  const { user, organization } = useStarted();
  const { productPlanGuid } = useParams();
  const [search] = useSearchParams();
  const [isUnderWay, setUnderWay] = useState<boolean>();
  const [products, subscription, billing] = [
    useQuery(productsQuery(organization.guid)),
    useQuery(subscriptionQuery(organization.guid)),
    useQuery(billingQuery(organization.guid)),
  ];
  useEffect(() => {
    // After a reload with a purchase under way, ask for its result instead of buying twice.
    void storedPurchase({ user: { guid: user.guid }, organization: { guid: organization.guid } }).then((purchase) =>
      setUnderWay(purchase !== null),
    );
  }, [user.guid, organization.guid]);
  if (isUnderWay) return <Navigate to={paymentPaths.complete()} replace />;
  const skeleton = <Skeleton widths={['24%', '92%', '92%', '64%']} />;
  return (
    <QueryView query={products} skeleton={skeleton}>
      {({ items }) => (
        <QueryView query={subscription} skeleton={skeleton}>
          {(now) => (
            <QueryView query={billing} skeleton={skeleton}>
              {({ publishableKey }) => {
                const wanted = productPlanGuid ?? search.get('plan') ?? now.plan?.productPlanGuid;
                const found = items.flatMap((product) =>
                  product.plans.flatMap((plan) => (plan.productPlanGuid === wanted ? [{ product, plan }] : [])),
                )[0];
                if (!found)
                  return (
                    <NotFoundState
                      title={NO_SUCH_PLAN}
                      text={NOT_ON_SALE}
                      action={<ButtonLink to={plans}>See the plans</ButtonLink>}
                      page={false}
                    />
                  );
                const mayBuy = isTrial
                  ? now.allowedCommands.includes('START_TRIAL')
                  : now.allowedCommands.includes('BUY');
                return (
                  <>
                    <PageHeader
                      title={title(planLabel(found.product.name, found.plan.billingInterval))}
                      crumbs={crumbs}
                    />
                    {children}
                    {mayBuy && isUnderWay === false && (
                      <Checkout key={wanted} {...found} now={now} publishableKey={publishableKey} isTrial={isTrial} />
                    )}
                    {!mayBuy && (
                      <>
                        <p className={css.words}>
                          {isTrial
                            ? 'There is no free trial to begin here.'
                            : now.allowedCommands.includes('PAY')
                              ? 'A payment is overdue: it comes before another plan.'
                              : 'A free trial of this plan comes first.'}
                        </p>
                        <ButtonLink to={isTrial ? paths.home() : plans}>
                          {isTrial ? 'Go on' : 'See the plans'}
                        </ButtonLink>
                      </>
                    )}
                  </>
                );
              }}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}
