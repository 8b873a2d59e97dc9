import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { BillingPlan, BillingProduct } from '@plimsoll/contracts/billing/answers';
import { priceOf } from '@plimsoll/contracts/billing/quote';
import { showAlert } from '../../lib/alerts.ts';
import { useCommand, useFormKey } from '../../lib/command.ts';
import { prefetching } from '../../lib/loader.ts';
import { formFaults } from '../../lib/problem.ts';
import { settingsPaths } from '../../lib/settings-paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { useStartedAnew } from '../../lib/useStartedAnew.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Row, RowList } from '../../ui/RowList.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/States.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { choosePlan, productsQuery, subscriptionQuery } from './api.ts';
import { formatMoney, intervalWords, NOT_SOLD } from './billing-words.ts';
import css from './Billing.module.css';

/** Asks for what is sold while the chunk is still on the way. */
export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION') ? [productsQuery(organization.guid), subscriptionQuery(organization.guid)] : []);

/** What is sold to the organization, each plan with its price for as many members as there are. */
export function Component() {
  const { organization } = useStarted();
  const products = useQuery(productsQuery(organization.guid));
  const subscription = useQuery(subscriptionQuery(organization.guid));
  return (
    <>
      <PageHeader title={subscription.data?.productName ? 'Switch Payment Plan' : 'Choose Payment Plan'} meta="List prices for the members that you have today, before tax." />
      <QueryView query={products} skeleton={<Skeleton widths={['24%', '92%', '92%', '92%']} />}>
        {({ items }) => (
          <QueryView query={subscription} skeleton={<Skeleton widths={['24%', '92%', '92%', '92%']} />}>
            {({ memberCount, allowedCommands }) => (
              <Stack>
                {items.map((product) => (
                  <Product key={product.productGuid} product={product} users={memberCount ?? 1} mayTry={allowedCommands.includes('START_TRIAL')} />
                ))}
                {!allowedCommands.includes('START_TRIAL') && <p className={css.note}>{NOT_SOLD}</p>}
              </Stack>
            )}
          </QueryView>
        )}
      </QueryView>
    </>
  );
}

function Product({ product: { productKey, name, sellingPoints, plans }, users, mayTry }: { product: BillingProduct; users: number; mayTry: boolean }) {
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
            title={`${formatMoney(priceOf(plan.tiers, [], users).list, plan.currency)} ${intervalWords[plan.billingInterval]}`}
            under={plan.includesFreeTrial ? `${plan.trialDays} days free` : 'No free trial'}
            actions={mayTry && plan.includesFreeTrial && <TryButton productKey={productKey} name={name} plan={plan} />}
          />
        ))}
      </RowList>
    </Section>
  );
}

function TryButton({ productKey, name, plan: { billingInterval } }: { productKey: string; name: string; plan: BillingPlan }) {
  const { organization, user } = useStarted();
  const { send, isPending } = useCommand(choosePlan);
  const { key, renew } = useFormKey();
  const navigate = useNavigate();
  const startedAnew = useStartedAnew();

  async function begin() {
    try {
      await send({ asked: { params: { orgGuid: organization.guid, productKey, billingFrequency: billingInterval }, body: { startFreeTrial: true, emailAddress: user.primaryEmailAddress } }, key });
      showAlert({ type: 'success', title: `Your free trial of ${name} has begun` });
      await navigate(settingsPaths.payment());
      startedAnew();
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
