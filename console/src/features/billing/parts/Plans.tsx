import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRevalidator } from 'react-router';
import type { BillingPlan, BillingProduct, SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { displayYearly, priceOf } from '@plimsoll/contracts/billing/quote';
import { showAlert } from '../../../lib/alerts.ts';
import { useCommand, useFormKey } from '../../../lib/command.ts';
import { formFaults } from '../../../lib/problem.ts';
import { forgetStartup, useStarted } from '../../../lib/startup.ts';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section, Stack } from '../../../ui/Section.tsx';
import { Skeleton } from '../../../ui/States.tsx';
import { SubmitButton } from '../../../ui/SubmitButton.tsx';
import { choosePlan, productsQuery, subscriptionQuery } from '../api.ts';
import { formatMoney, intervalWords, NOTHING_ON_SALE, NOT_SOLD } from '../billing-words.ts';
import css from '../Billing.module.css';

/** What is sold to the organization, each plan with its price for as many members as there are. @param after where whoever has begun a trial goes on. */
export function Plans({ after }: { after: string }) {
  const { organization } = useStarted();
  const products = useQuery(productsQuery(organization.guid));
  const subscription = useQuery(subscriptionQuery(organization.guid));
  const skeleton = <Skeleton widths={['24%', '92%', '92%', '92%']} />;
  return (
    <QueryView query={products} skeleton={skeleton}>
      {({ items }) => (
        <QueryView query={subscription} skeleton={skeleton}>
          {(now) => (items.length === 0 ? <p className={css.note}>{NOTHING_ON_SALE}</p> : <Products items={items} now={now} after={after} />)}
        </QueryView>
      )}
    </QueryView>
  );
}

function Products({ items, now, after }: { items: readonly BillingProduct[]; now: SubscriptionAnswer; after: string }) {
  // Where no trial has run yet the plan decides whether there is one of it; one that begins with a card waits for it.
  const hasTrial = now.allowedCommands.includes('CHOOSE');
  const mayTry = hasTrial && now.subscriptionStatus !== 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS';
  return (
    <Stack>
      {items.map((product) => (
        <Product key={product.productGuid} product={product} users={now.memberCount ?? 1} chosen={now.plan?.productPlanGuid} hasTrial={hasTrial} tryingLeadsTo={mayTry ? after : null} />
      ))}
      {!mayTry && <p className={css.note}>{NOT_SOLD}</p>}
    </Stack>
  );
}

interface ProductProps {
  product: BillingProduct;
  users: number;
  /** The plan that was chosen last. */
  chosen: string | undefined;
  /** There is one, ever. */
  hasTrial: boolean;
  tryingLeadsTo: string | null;
}

function Product({ product: { productKey, name, sellingPoints, plans }, users, chosen, hasTrial, tryingLeadsTo }: ProductProps) {
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
            over={plan.productPlanGuid === chosen ? 'Your plan' : undefined}
            title={`${formatMoney(priceOf(plan.tiers, [], users).list, plan.currency)} ${intervalWords[plan.billingInterval]}`}
            under={underPlan(plan, users, hasTrial)}
            actions={tryingLeadsTo !== null && plan.includesFreeTrial && <TryButton productKey={productKey} name={name} plan={plan} after={tryingLeadsTo} />}
          />
        ))}
      </RowList>
    </Section>
  );
}

/** What a year of it comes to, and its trial. */
function underPlan({ tiers, currency, billingInterval, includesFreeTrial, trialDays }: BillingPlan, users: number, hasTrial: boolean): string {
  const yearly = billingInterval === 'YEAR' ? null : displayYearly(priceOf(tiers, [], users).list, billingInterval);
  return [yearly !== null && `${formatMoney(yearly, currency)} over a year`, hasTrial && (includesFreeTrial ? `${trialDays} days free` : 'No free trial')].filter(Boolean).join(' · ');
}

function TryButton({ productKey, name, plan: { billingInterval }, after }: { productKey: string; name: string; plan: BillingPlan; after: string }) {
  const { organization, user } = useStarted();
  const { send, isPending } = useCommand(choosePlan);
  const { key, renew } = useFormKey();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function begin() {
    try {
      await send({ asked: { params: { orgGuid: organization.guid, productKey, billingFrequency: billingInterval }, body: { startFreeTrial: true, emailAddress: user.primaryEmailAddress } }, key });
      showAlert({ type: 'success', title: `Your free trial of ${name} has begun` });
      // Home leads on by where the organization stands now.
      forgetStartup();
      await navigate(after);
      void revalidate();
    } catch (fault) {
      renew();
      showAlert({ type: 'error', title: 'The free trial has not begun', subtitle: formFaults(fault)[0]!.message });
    }
  }
  return (
    <SubmitButton variant="secondary" busy={isPending} aria-label={`Start free trial of ${name}, paid ${intervalWords[billingInterval]}`} onClick={(click) => (click.preventDefault(), void begin())}>
      Start free trial
    </SubmitButton>
  );
}
