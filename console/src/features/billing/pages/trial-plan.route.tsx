import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { BillingPlan, BillingProduct, SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { paths } from '../../../lib/url/paths.ts';
import { paymentPaths } from '../payment-paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { ASK_ADMINISTRATOR } from '../subscription-labels.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { NotFoundState, Skeleton } from '../../../ui/feedback/States.tsx';
import { productsQuery, quoteQuery, subscriptionQuery } from '../api.ts';
import { AFTER_TRIAL, NO_SUCH_PLAN, NOT_ON_SALE, planLabel, TAX_FOLLOWS } from '../labels.ts';
import { landingLoader } from '../components/Landing.tsx';
import { AvailableActions } from '../components/AvailableActions.tsx';
import payCss from '../pay/Pay.module.css';
import { QuoteLines } from '../pay/QuoteLines.tsx';
import css from '../Billing.module.css';

export const loader = landingLoader;

/** Shows the plan of a trial before the card is requested. */
export function Component() {
  const mayChoose = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  if (mayChoose) return <Chosen />;
  return (
    <>
      <PageHeader title="Your free trial" />
      <p className={css.words}>{ASK_ADMINISTRATOR}</p>
      <AvailableActions />
    </>
  );
}

function Chosen() {
  const { organization } = useStarted();
  const { productPlanGuid } = useParams();
  const [products, subscription] = [
    useQuery(productsQuery(organization.guid)),
    useQuery(subscriptionQuery(organization.guid)),
  ];
  return (
    <QueryView query={products}>
      {({ items }) => (
        <QueryView query={subscription}>
          {(now) => {
            const found = items.flatMap((product) =>
              product.plans.flatMap((plan) => (plan.productPlanGuid === productPlanGuid ? [{ product, plan }] : [])),
            )[0];
            if (!found)
              return (
                <NotFoundState
                  title={NO_SUCH_PLAN}
                  text={NOT_ON_SALE}
                  action={<ButtonLink to={paths.home()}>See the plans</ButtonLink>}
                  page={false}
                />
              );
            return <ChosenPlan {...found} now={now} />;
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function ChosenPlan({ product, plan, now }: { product: BillingProduct; plan: BillingPlan; now: SubscriptionAnswer }) {
  const { organization } = useStarted();
  const name = planLabel(product.name, plan.billingInterval);
  const quote = useQuery(
    quoteQuery(organization.guid, {
      productKey: product.productKey,
      billingFrequency: plan.billingInterval,
      quantity: Math.max(now.memberCount ?? 1, 1),
    }),
  );
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: 'Plans', to: paths.home() }, { label: product.name }]}
        meta={`${plan.trialDays} days free`}
      />
      <div className={payCss.narrow}>
        <ul className={css.points}>
          {product.sellingPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Section title={AFTER_TRIAL}>
          <QueryView query={quote} skeleton={<Skeleton widths={['92%', '64%']} />}>
            {(shown) => (
              <>
                <QuoteLines of={shown} name={name} />
                <p className={payCss.note}>
                  Charged on {formatDay(shown.firstChargeDate)}, for as many members as there are today.{' '}
                  {shown.taxSource === 'NO_ADDRESS' && TAX_FOLLOWS}
                </p>
              </>
            )}
          </QueryView>
        </Section>
        <div className={payCss.ends}>
          <ButtonLink variant="primary" to={paymentPaths.trialCard({ ...product, ...plan })}>
            Go on to the card
          </ButtonLink>
          <ButtonLink to={paths.home()}>Another plan</ButtonLink>
        </div>
      </div>
    </>
  );
}
