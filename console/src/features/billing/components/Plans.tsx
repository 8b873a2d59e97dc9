import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { BillingPlan, BillingProduct, SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { displayYearly, priceOf } from '@plimsoll/contracts/billing/quote';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { paths } from '../../../lib/url/paths.ts';
import { paymentPaths, type PlanAddress } from '../payment-paths.ts';
import { formErrors } from '../../../lib/api/problem.ts';
import { forgetStartup, useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { choosePlan, productsQuery, subscriptionQuery } from '../api.ts';
import { formatMoney, intervalLabels, NOTHING_ON_SALE, PAY_OVERDUE, planLabel } from '../labels.ts';
import { billingPaths } from '../paths.ts';
import css from '../Billing.module.css';

interface PlansProps {
  /** Target after a trial has begun. */
  after: string;
  /** Page on which a plan is paid for. */
  payment: (plan: PlanAddress) => string;
  /** Page on which a trial that requires a card begins. */
  trial?: (plan: PlanAddress) => string;
}

/** Products on sale with the price of each plan for the current number of members, and the button to choose it. */
export function Plans(ways: PlansProps) {
  const { organization } = useStarted();
  const products = useQuery(productsQuery(organization.guid));
  const subscription = useQuery(subscriptionQuery(organization.guid));
  const skeleton = <Skeleton widths={['24%', '92%', '92%', '92%']} />;
  return (
    <QueryView query={products} skeleton={skeleton}>
      {({ items }) => (
        <QueryView query={subscription} skeleton={skeleton}>
          {(now) =>
            items.length === 0 ? (
              <p className={css.note}>{NOTHING_ON_SALE}</p>
            ) : (
              <Stack>
                {items.map((product) => (
                  <Product key={product.productGuid} product={product} now={now} ways={ways} />
                ))}
              </Stack>
            )
          }
        </QueryView>
      )}
    </QueryView>
  );
}

function Product({ product, now, ways }: { product: BillingProduct; now: SubscriptionAnswer; ways: PlansProps }) {
  const { name, sellingPoints, plans } = product;
  // Before the first trial, whether there is one depends on the plan.
  const hasTrial =
    now.allowedCommands.includes('CHOOSE') &&
    (now.subscriptionStatus !== 'NO_TRIAL_AVAILABLE' || plans.some(({ includesFreeTrial }) => includesFreeTrial));
  const users = Math.max(now.memberCount ?? 1, 1);
  return (
    <Section title={name}>
      <ul className={css.points}>
        {sellingPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <RowList label={name}>
        {plans.map((plan) => (
          <Row
            key={plan.productPlanGuid}
            over={plan.productPlanGuid === now.plan?.productPlanGuid ? 'Your plan' : undefined}
            title={`${formatMoney(priceOf(plan.tiers, [], users).list, plan.currency)} ${intervalLabels[plan.billingInterval]}`}
            under={underPlan(plan, users, hasTrial)}
            actions={<PlanAction product={product} plan={plan} now={now} ways={ways} />}
          />
        ))}
      </RowList>
    </Section>
  );
}

const boughtStatuses: ReadonlySet<string> = new Set([
  'ACTIVE',
  'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
  'CANCELLED_ACTIVE',
]);

/**
 * What may be done with the plan that an organization has: it is never offered again. In a trial it is kept, without
 * one restored or paid for in the payment details.
 */
const currentPlan: Partial<Record<SubscriptionAnswer['subscriptionStatus'], { label?: string; verb?: string }>> = {
  ACTIVE: {},
  FREE_TRIAL_SUBSCRIPTION_CONFIGURED: {},
  IN_FREE_TRIAL: { label: 'Keep', verb: 'Keep' },
  CANCELLED_ACTIVE: { label: 'Restore' },
  PAYMENT_REQUIRED: { label: PAY_OVERDUE },
};

/** The single action on a plan that the subscription's status allows, if any. */
function PlanAction({
  product,
  plan,
  now,
  ways: { after, payment, trial = paymentPaths.trialPlan },
}: {
  product: BillingProduct;
  plan: BillingPlan;
  now: SubscriptionAnswer;
  ways: PlansProps;
}) {
  const { allowedCommands, subscriptionStatus } = now;
  const planName = planLabel(product.name, plan.billingInterval);
  const address = { productGuid: product.productGuid, productPlanGuid: plan.productPlanGuid };
  const isOwn = plan.productPlanGuid === now.plan?.productPlanGuid;
  if (allowedCommands.includes('BUY')) {
    if (isOwn && subscriptionStatus in currentPlan) {
      const { label, verb } = currentPlan[subscriptionStatus]!;
      if (!label) return null;
      return (
        <ButtonLink
          to={verb ? payment(address) : billingPaths.payment()}
          aria-label={verb ? `${verb} ${planName}` : undefined}
        >
          {label}
        </ButtonLink>
      );
    }
    const verb = boughtStatuses.has(subscriptionStatus) && !isOwn ? 'Switch to' : 'Buy';
    // The chosen plan has no trial, but this one has. Home redirects to it once it is chosen.
    const leadsToTrial =
      allowedCommands.includes('CHOOSE') && now.plan?.includesFreeTrial === false && plan.includesFreeTrial;
    return (
      <>
        {leadsToTrial && (
          <ChooseButton productKey={product.productKey} planName={planName} plan={plan} after={paths.home()} />
        )}
        <ButtonLink to={payment(address)} aria-label={`${verb} ${planName}`}>
          {verb === 'Buy' ? verb : 'Switch'}
        </ButtonLink>
      </>
    );
  }
  if (!allowedCommands.includes('CHOOSE')) return null;
  if (!plan.includesFreeTrial)
    return <ChooseButton productKey={product.productKey} planName={planName} plan={plan} after={payment(address)} />;
  if (subscriptionStatus !== 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS')
    return <TryButton productKey={product.productKey} name={product.name} plan={plan} after={after} />;
  return (
    <ButtonLink to={trial(address)} aria-label={`Choose ${planName}`}>
      Choose
    </ButtonLink>
  );
}

/** Yearly price and trial of a plan. */
function underPlan(
  { tiers, currency, billingInterval, includesFreeTrial, trialDays }: BillingPlan,
  users: number,
  hasTrial: boolean,
): string {
  const yearly = billingInterval === 'YEAR' ? null : displayYearly(priceOf(tiers, [], users).list, billingInterval);
  return [
    yearly !== null && `${formatMoney(yearly, currency)} over a year`,
    hasTrial && (includesFreeTrial ? `${trialDays} days free` : 'No free trial'),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface BeginningProps {
  productKey: string;
  plan: BillingPlan;
  after: string;
}

/** Chooses a plan, with or without its trial. */
function useChoice(
  { productKey, plan: { billingInterval }, after }: BeginningProps,
  startFreeTrial: boolean,
  words: { done?: string; refused: string },
) {
  const { organization, user } = useStarted();
  const { send, isPending } = useCommand(choosePlan);
  const { key, renew } = useFormKey();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  async function choose() {
    try {
      await send({
        asked: {
          params: { orgGuid: organization.guid, productKey, billingFrequency: billingInterval },
          body: { startFreeTrial, emailAddress: user.primaryEmailAddress },
        },
        key,
      });
      if (words.done) showAlert({ type: 'success', title: words.done });
      // Home redirects according to the new subscription status.
      forgetStartup();
      await navigate(after);
      void revalidate();
    } catch (error) {
      renew();
      showAlert({ type: 'error', title: words.refused, subtitle: formErrors(error)[0]!.message });
    }
  }
  return { isPending, onClick: (click: MouseEvent) => (click.preventDefault(), void choose()) };
}

function TryButton({ name, ...beginning }: BeginningProps & { name: string }) {
  const { isPending, onClick } = useChoice(beginning, true, {
    done: `Your free trial of ${name} has begun`,
    refused: 'The free trial has not begun',
  });
  return (
    <SubmitButton
      variant="secondary"
      busy={isPending}
      aria-label={`Start free trial of ${name}, paid ${intervalLabels[beginning.plan.billingInterval]}`}
      onClick={onClick}
    >
      Start free trial
    </SubmitButton>
  );
}

/** Only chooses the plan. A plan without a trial is paid for next; one with a trial starts from home. */
function ChooseButton({ planName, ...beginning }: BeginningProps & { planName: string }) {
  const { isPending, onClick } = useChoice(beginning, false, { refused: 'The plan was not chosen' });
  return (
    <SubmitButton variant="secondary" busy={isPending} aria-label={`Choose ${planName}`} onClick={onClick}>
      Choose
    </SubmitButton>
  );
}
