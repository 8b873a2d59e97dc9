import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PurchaseAnswer } from '@plimsoll/contracts/billing/answers';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { billingPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { paymentPaths } from '../payment-paths.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { forgetStartup, useMay, useStarted } from '../../../lib/session/startup.ts';
import { ASK_ADMINISTRATOR } from '../subscription-labels.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { FailedState, Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { authenticatePurchase, billingQuery, invoiceQuery, purchaseQuery, subscriptionQuery } from '../api.ts';
import { declineText, formatMoney, invoiceStatus, planLabel } from '../labels.ts';
import { AvailableActions } from '../components/AvailableActions.tsx';
import { forgetPurchase, storedPurchase, useSendPurchase } from '../pay/stored-purchase.ts';
import css from '../pay/Pay.module.css';
import { QuoteLines } from '../pay/QuoteLines.tsx';

/** Result of a purchase. It works after a reload and after a lost answer, too. */
export function Component() {
  const [search] = useSearchParams();
  const mayPay = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  const purchaseGuid = search.get('purchase');
  if (mayPay)
    return purchaseGuid ? <PurchaseStatus key={purchaseGuid} purchaseGuid={purchaseGuid} /> : <LostPurchase />;
  return (
    <>
      <PageHeader title="Your purchase" />
      <p className={css.words}>{ASK_ADMINISTRATOR}</p>
      <AvailableActions />
    </>
  );
}

/** Polling interval while the payment is pending, in milliseconds. */
const POLL_INTERVAL_MS = 3_000;

function PurchaseStatus({ purchaseGuid }: { purchaseGuid: string }) {
  const { organization } = useStarted();
  const query = useQuery({
    ...purchaseQuery(organization.guid, purchaseGuid),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? POLL_INTERVAL_MS : false),
  });
  const status = query.data?.status;
  useEffect(() => {
    // A purchase invalidates quotes, whatever its result.
    if (status) void queryClient.invalidateQueries({ queryKey: ['quotePlan'] });
    if (status !== 'COMPLETED') return;
    // The subscription's status has changed, and with it the permitted actions.
    forgetStartup();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['getSubscription', 'listInvoices', 'getOrganization'].includes(String(queryKey[0])),
    });
  }, [status]);
  return (
    <>
      <PageHeader title={status ? titles[status] : 'Your purchase'} />
      <QueryView query={query} skeleton={<Skeleton widths={['48%', '92%', '64%']} />}>
        {(purchase) => <PurchaseResult purchase={purchase} />}
      </QueryView>
    </>
  );
}

const titles: Readonly<Record<PurchaseAnswer['status'], string>> = {
  PENDING: 'Your payment is under way',
  ACTION_REQUIRED: 'Your bank asks whether it is you',
  COMPLETED: 'Thank you',
  DECLINED: 'Card declined',
  EXPIRED: 'This purchase was given up',
};

function PurchaseResult({ purchase }: { purchase: PurchaseAnswer }) {
  switch (purchase.status) {
    case 'PENDING':
      return (
        <>
          <Banner live>
            The provider of payments has not answered yet. This page asks again by itself; nothing is charged twice.
          </Banner>
          <p className={css.note}>
            <Spinner />
          </p>
        </>
      );
    case 'ACTION_REQUIRED':
      return <BankQuestion purchase={purchase} />;
    case 'COMPLETED':
      return <Bought purchase={purchase} />;
    default:
      return (
        <>
          <p className={css.words}>
            {purchase.status === 'DECLINED'
              ? `${textOf('PaymentDeclined')} ${declineText(purchase.declineCode)}`
              : 'It was not paid for within the hour. Nothing was charged.'}
          </p>
          <ResultActions again />
        </>
      );
  }
}

const NOT_BEFORE_ANSWERED =
  'Nothing is charged before you have answered. Without an answer within the hour, the purchase is given up.';

/** Loaded only when the bank requires authentication. */
const StripeQuestion = lazy(async () => ({ default: (await import('../pay/StripeQuestion.tsx')).StripeQuestion }));

/** 3-D Secure authentication by the bank: in Stripe's window, or as the test provider has it. */
function BankQuestion({ purchase: { purchaseGuid, clientSecret } }: { purchase: PurchaseAnswer }) {
  const { organization } = useStarted();
  const { publishableKey } = useQuery(billingQuery(organization.guid)).data ?? {};
  const { send, isPending } = useCommand(authenticatePurchase);
  const again = () => void queryClient.invalidateQueries({ queryKey: ['getPurchase'] });
  async function answer(succeed: boolean) {
    try {
      await send({
        asked: { params: { orgGuid: organization.guid, purchaseGuid }, body: { succeed } },
        key: newGuid(),
      });
    } catch (error) {
      showAlert({ type: 'error', title: 'Your answer did not arrive', subtitle: errorText(error) });
      again();
    }
  }
  if (publishableKey && clientSecret) {
    return (
      <div className={css.narrow}>
        <p className={css.note}>{NOT_BEFORE_ANSWERED}</p>
        <div className={css.ends}>
          <Suspense fallback={<Skeleton widths={['48%']} />}>
            <StripeQuestion publishableKey={publishableKey} clientSecret={clientSecret} onAnswered={again} />
          </Suspense>
        </div>
      </div>
    );
  }
  return (
    <div className={css.narrow}>
      <Banner>
        This is the test provider’s 3-D Secure: it stands for the question that a bank asks the owner of a card.
      </Banner>
      <p className={css.note}>{NOT_BEFORE_ANSWERED}</p>
      <div className={css.ends}>
        <SubmitButton busy={isPending} onClick={() => void answer(true)}>
          Yes, it is me
        </SubmitButton>
        <SubmitButton busy={isPending} variant="secondary" onClick={() => void answer(false)}>
          No, refuse
        </SubmitButton>
      </div>
    </div>
  );
}

function Bought({ purchase: { invoiceGuid } }: { purchase: PurchaseAnswer }) {
  const { organization } = useStarted();
  const subscription = useQuery(subscriptionQuery(organization.guid));
  return (
    <QueryView query={subscription} skeleton={<Skeleton widths={['64%', '92%']} />}>
      {({ productName, plan, freeTrialRemainingDays, nextPayment }) => (
        <div className={css.narrow}>
          <p className={css.words}>
            {productName ? `${planLabel(productName, plan?.billingInterval)}, is yours.` : 'It is done.'}{' '}
            {nextPayment &&
              `The ${freeTrialRemainingDays === null ? 'next' : 'first'} payment of ${formatMoney(nextPayment.total, nextPayment.currency)} is due on ${formatDay(nextPayment.date)}.`}
          </p>
          {invoiceGuid && productName && <Invoice invoiceGuid={invoiceGuid} />}
          <ResultActions />
        </div>
      )}
    </QueryView>
  );
}

function Invoice({ invoiceGuid }: { invoiceGuid: string }) {
  const { organization } = useStarted();
  const query = useQuery(invoiceQuery(organization.guid, invoiceGuid));
  return (
    <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%']} />}>
      {(invoice) => (
        <Section title={`Invoice ${invoice.number}`}>
          <QuoteLines
            of={invoice}
            name={planLabel(invoice.productName, invoice.billingInterval)}
            sum={invoice.status === 'PAID' ? invoiceStatus(invoice) : `Due by ${formatDay(invoice.dueOn)}`}
          />
        </Section>
      )}
    </QueryView>
  );
}

function ResultActions({ again }: { again?: boolean }) {
  return (
    <div className={css.ends}>
      {again ? (
        <ButtonLink variant="primary" to={billingPaths.choosePlan()}>
          Try again
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" to={paths.home()}>
          Go on
        </ButtonLink>
      )}
      <ButtonLink to={billingPaths.payment()}>Payment Details</ButtonLink>
    </div>
  );
}

/**
 * Recovers a purchase whose answer was lost. The stored request is sent again with its key, which gives the same
 * purchase.
 */
function LostPurchase() {
  const buyer = useStarted();
  const navigate = useNavigate();
  const send = useSendPurchase();
  const [found, setFound] = useState<'NOTHING' | { error: unknown } | null>(null);
  const hasStarted = useRef(false);

  async function ask() {
    setFound(null);
    const stored = await storedPurchase(buyer);
    if (!stored) return setFound('NOTHING');
    try {
      const { purchase } = await send(stored);
      await forgetPurchase(buyer);
      forgetStartup();
      await navigate(purchase ? paymentPaths.complete(purchase.purchaseGuid) : billingPaths.payment(), {
        replace: true,
      });
    } catch (error) {
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) await forgetPurchase(buyer);
      setFound({ error });
    }
  }
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void ask();
  });

  const error = found === 'NOTHING' || !found ? null : found.error;
  const isRefused = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  return (
    <>
      <PageHeader title="Your purchase" />
      {!found && <Banner live>What became of your purchase is being asked…</Banner>}
      {found === 'NOTHING' && <p className={css.words}>There is no purchase under way.</p>}
      {isRefused && (
        <p
          className={css.words}
        >{`${errorText(error)}${error.className === 'PaymentDeclined' ? ` ${declineText(error.declineCode)}` : ''}`}</p>
      )}
      {error !== null && !isRefused && <FailedState text={errorText(error)} onRetry={() => void ask()} />}
      {found && <ResultActions again={isRefused} />}
    </>
  );
}
