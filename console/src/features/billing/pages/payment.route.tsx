import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { readableAddress } from '../../../lib/format/addresses.ts';
import type { SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { cardLabel } from '@plimsoll/contracts/billing/card-label';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { paymentPaths } from '../payment-paths.ts';
import { ApiProblem, formErrors } from '../../../lib/api/problem.ts';
import { billingPaths } from '../paths.ts';
import { forgetStartup, useStarted } from '../../../lib/session/startup.ts';
import { daysLeft } from '../subscription-labels.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { changeSubscription, invoicesQuery, payInvoice, subscriptionQuery } from '../api.ts';
import {
  declineText,
  formatMoney,
  PAY_OVERDUE,
  nextPaymentLabel,
  planLabel,
  statusLabels,
  historyLabels,
  visibleHistory,
} from '../labels.ts';
import { AddressDialog, CancelDialog, CardDialog, FewerUsersDialog } from '../components/SubscriptionDialogs.tsx';
import { FIRST_INVOICES, Invoices } from '../components/Invoices.tsx';
import { countryName } from '../pay/provinces.ts';
import css from '../Billing.module.css';

/** Prefetches subscription and invoices while the chunk loads. */
export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION')
    ? [subscriptionQuery(organization.guid), invoicesQuery(organization.guid, FIRST_INVOICES)]
    : [],
);

/** Payment details: the subscription, how it is paid for, and its history. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(subscriptionQuery(organization.guid));
  const [dialog, setDialog] = useState<'CANCEL' | 'CARD' | 'ADDRESS' | 'FEWER' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader title="Payment Details" meta={organization.name} />
      <QueryView query={query} skeleton={<Skeleton widths={['24%', '92%', '92%', '64%']} />}>
        {(subscription) => (
          <>
            <Stack>
              <Plan
                subscription={subscription}
                onCancel={() => setDialog('CANCEL')}
                onFewer={() => setDialog('FEWER')}
              />
              {subscription.subscriptionStatus !== 'UNKNOWN' && (
                <Paying
                  subscription={subscription}
                  onCard={() => setDialog('CARD')}
                  onAddress={() => setDialog('ADDRESS')}
                />
              )}
              {subscription.subscriptionStatus !== 'UNKNOWN' && <Invoices />}
              {subscription.history.length > 0 && <History subscription={subscription} />}
            </Stack>
            {dialog === 'CANCEL' && <CancelDialog subscription={subscription} onClose={close} />}
            {dialog === 'FEWER' && <FewerUsersDialog subscription={subscription} onClose={close} />}
            {dialog === 'CARD' && (
              <CardDialog
                overdueInvoiceGuid={subscription.allowedCommands.includes('PAY') ? subscription.openInvoiceGuid : null}
                onClose={close}
              />
            )}
            {dialog === 'ADDRESS' && <AddressDialog subscription={subscription} onClose={close} />}
          </>
        )}
      </QueryView>
    </>
  );
}

const shown = (term: string, value: string | number | null | undefined | false) =>
  value === null || value === undefined || value === false ? [] : [{ term, value }];

/** Whether fewer users can be requested: there are more than members, or fewer are requested already. */
const canBeFewer = ({ allowedCommands, periodFrom, quantity, memberCount, renewalQuantity }: SubscriptionAnswer) =>
  allowedCommands.includes('CHANGE_QUANTITY') &&
  periodFrom !== null &&
  ((quantity ?? 0) > Math.max(memberCount ?? 1, 1) || renewalQuantity !== null);

function Plan({
  subscription,
  onCancel,
  onFewer,
}: {
  subscription: SubscriptionAnswer;
  onCancel: () => void;
  onFewer: () => void;
}) {
  const {
    subscriptionStatus,
    productGuid,
    productName,
    plan,
    quantity,
    renewalQuantity,
    memberCount,
    freeTrialRemainingDays,
    accessUntil,
    nextBillingDate,
    balance,
    openInvoiceGuid,
    paymentMethod,
    allowedCommands,
  } = subscription;
  const may = (command: SubscriptionAnswer['allowedCommands'][number]) => allowedCommands.includes(command);
  return (
    <Section
      title="Plan"
      action={
        (may('CHOOSE') || may('BUY')) && (
          <ButtonLink to={billingPaths.choosePlan()} variant="quiet">
            {productName ? 'Switch Payment Plan' : 'Choose Payment Plan'}
          </ButtonLink>
        )
      }
    >
      <KeyValues
        items={[
          { term: 'Status', value: statusLabels[subscriptionStatus] },
          ...shown('Plan', productName && planLabel(productName, plan?.billingInterval)),
          ...shown('Free trial', freeTrialRemainingDays !== null && `${daysLeft(freeTrialRemainingDays)} left`),
          ...shown(
            subscriptionStatus === 'CANCELLED_ACTIVE' ? 'Open until' : 'Ends on',
            accessUntil &&
              (subscriptionStatus === 'CANCELLED_ACTIVE' || accessUntil !== nextBillingDate) &&
              formatDay(accessUntil),
          ),
          ...shown('Next payment', subscription.nextPayment && nextPaymentLabel(subscription.nextPayment)),
          ...shown('Users', quantity),
          ...shown('Users from the next payment', renewalQuantity),
          ...shown('Members', memberCount),
          ...shown('Balance', !!balance && !!plan && formatMoney(balance, plan.currency)),
        ]}
      />
      <div className={css.actions}>
        {may('CHANGE_QUANTITY') && productGuid && plan && (
          <ButtonLink to={paymentPaths.switchPlan({ productGuid, productPlanGuid: plan.productPlanGuid })}>
            Change users
          </ButtonLink>
        )}
        {canBeFewer(subscription) && <Button onClick={onFewer}>Fewer users at renewal</Button>}
        {may('PAY') && openInvoiceGuid && paymentMethod && <PayButton invoiceGuid={openInvoiceGuid} />}
        {may('RESTORE') && <RestoreButton />}
        {may('CANCEL') && subscriptionStatus !== 'CANCELLED_ACTIVE' && (
          <Button onClick={onCancel}>Cancel subscription</Button>
        )}
      </div>
    </Section>
  );
}

/** Restores a cancelled subscription. */
function RestoreButton() {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(changeSubscription);
  const refreshStartup = useRefreshStartup();
  async function restore() {
    try {
      await send({ asked: { params: { orgGuid: organization.guid }, body: { restore: true } }, key: newGuid() });
      showAlert({ type: 'success', title: 'The subscription goes on as before' });
      refreshStartup();
    } catch (error) {
      showAlert({ type: 'error', title: 'The subscription was not restored', subtitle: formErrors(error)[0]!.message });
    }
  }
  return (
    <SubmitButton busy={isPending} onClick={() => void restore()}>
      Restore subscription
    </SubmitButton>
  );
}

/** Pays the overdue invoice with the stored card. Pressed again after a lost answer, it is the same payment. */
function PayButton({ invoiceGuid }: { invoiceGuid: string }) {
  const { organization } = useStarted();
  const navigate = useNavigate();
  const { send, isPending } = useCommand(payInvoice);
  const { key, renew } = useFormKey();
  async function pay() {
    try {
      const { purchase } = await send({
        asked: { params: { orgGuid: organization.guid, invoiceGuid }, body: {} },
        key,
      });
      forgetStartup();
      if (purchase) await navigate(paymentPaths.complete(purchase.purchaseGuid));
    } catch (error) {
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) renew();
      showAlert({
        type: 'error',
        title: 'Nothing was paid',
        subtitle:
          error instanceof ApiProblem && error.className === 'PaymentDeclined'
            ? `${error.message} ${declineText(error.declineCode)}`
            : formErrors(error)[0]!.message,
      });
    }
  }
  return (
    <SubmitButton busy={isPending} onClick={() => void pay()}>
      {PAY_OVERDUE}
    </SubmitButton>
  );
}

const collectionLabels = { CHARGE_AUTOMATICALLY: 'By card', SEND_INVOICE: 'By invoice' } as const;

function Paying({
  subscription: { paymentMethod, collectionMethod, address, emailAddress, openInvoiceGuid, allowedCommands },
  onCard,
  onAddress,
}: {
  subscription: SubscriptionAnswer;
  onCard: () => void;
  onAddress: () => void;
}) {
  return (
    <Section title="Card and address">
      <KeyValues
        items={[
          { term: 'Card', value: paymentMethod ? cardLabel(paymentMethod) : 'None' },
          ...shown('How you pay', collectionMethod && collectionLabels[collectionMethod]),
          {
            term: 'Mails about payment go to',
            value: emailAddress ? readableAddress(emailAddress) : 'The administrators',
          },
          ...shown(
            'Billing address',
            address &&
              [
                address.mailingAddress,
                address.city,
                `${address.province} ${address.postalCode}`,
                countryName(address.country),
              ].join(', '),
          ),
        ]}
      />
      <div className={css.actions}>
        {(allowedCommands.includes('CHANGE_QUANTITY') || (allowedCommands.includes('PAY') && openInvoiceGuid)) && (
          <Button onClick={onCard}>{paymentMethod ? 'Change card' : 'Add card'}</Button>
        )}
        <Button onClick={onAddress}>Change address</Button>
      </div>
    </Section>
  );
}

/** Number of entries of the history that are shown at first. */
const FIRST_ENTRIES = 12;

function History({ subscription: { history } }: { subscription: SubscriptionAnswer }) {
  const [isWhole, setIsWhole] = useState(false);
  const entries = visibleHistory(history);
  return (
    <Section title="History">
      <KeyValues
        layout="rows"
        items={(isWhole ? entries : entries.slice(0, FIRST_ENTRIES)).map(({ day, type, productName, until }) => ({
          term: [historyLabels[type], productName, until && `until ${formatDay(until)}`].filter(Boolean).join(', '),
          value: formatDay(day),
        }))}
      />
      {!isWhole && entries.length > FIRST_ENTRIES && (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>
          Show earlier history
        </Button>
      )}
    </Section>
  );
}
