import { useQuery } from '@tanstack/react-query';
import type { SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { prefetching } from '../../lib/loader.ts';
import { settingsPaths } from '../../lib/settings-paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { daysLeft } from '../../lib/subscription-words.ts';
import { formatDay } from '../../lib/time.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { KeyValues } from '../../ui/KeyValues.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/States.tsx';
import { subscriptionQuery } from './api.ts';
import { intervalWords, NOT_SOLD, statusWords, stepWords } from './billing-words.ts';
import css from './Billing.module.css';

/** Asks for the subscription while the chunk is still on the way. */
export const loader = prefetching(({ organization, permissions }) => (permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION') ? [subscriptionQuery(organization.guid)] : []));

/** What the organization has of what is sold, and what became of it. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(subscriptionQuery(organization.guid));
  return (
    <>
      <PageHeader title="Payment Details" meta={organization.name} />
      <QueryView query={query} skeleton={<Skeleton widths={['24%', '92%', '92%', '64%']} />}>
        {(subscription) => (
          <Stack>
            <Plan subscription={subscription} />
            {subscription.history.length > 0 && <History subscription={subscription} />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function Plan({ subscription: { subscriptionStatus, productName, plan, quantity, memberCount, freeTrialRemainingDays, accessUntil, nextBillingDate, emailAddress, allowedCommands } }: { subscription: SubscriptionAnswer }) {
  const shown = (term: string, value: string | number | null) => (value === null ? [] : [{ term, value }]);
  return (
    <Section title="Plan" action={(allowedCommands.includes('CHOOSE') || allowedCommands.includes('BUY')) && <ButtonLink to={settingsPaths.choosePlan()} variant="quiet">{productName ? 'Switch Payment Plan' : 'Choose Payment Plan'}</ButtonLink>}>
      <KeyValues
        items={[
          { term: 'Status', value: statusWords[subscriptionStatus] },
          ...shown('Plan', productName && [productName, plan && plan.billingInterval !== 'NONE' && `paid by ${intervalWords[plan.billingInterval].replace('a ', '')}`].filter(Boolean).join(', ')),
          ...shown('Free trial', freeTrialRemainingDays === null ? null : `${daysLeft(freeTrialRemainingDays)} left`),
          ...shown('Ends on', accessUntil && accessUntil !== nextBillingDate ? formatDay(accessUntil) : null),
          ...shown('Next payment', nextBillingDate && formatDay(nextBillingDate)),
          ...shown('Users', quantity),
          ...shown('Members', memberCount),
          ...shown('Mails about payment go to', emailAddress),
        ]}
      />
      {subscriptionStatus === 'IN_FREE_TRIAL' && <p className={css.note}>{NOT_SOLD}</p>}
    </Section>
  );
}

function History({ subscription: { history } }: { subscription: SubscriptionAnswer }) {
  return (
    <Section title="History">
      <KeyValues
        layout="rows"
        items={history.toReversed().map(({ day, type, productName, until }) => ({
          term: [stepWords[type] ?? type, productName, until && `until ${formatDay(until)}`].filter(Boolean).join(', '),
          value: formatDay(day),
        }))}
      />
    </Section>
  );
}
