import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import {
  buyPlanRequest,
  type BillingPlan,
  type BillingProduct,
  type BillingQuote,
  type SubscriptionAnswer,
} from '@plimsoll/contracts/billing/answers';
import { cardLabel } from '@plimsoll/contracts/billing/card-label';
import { MAX_USERS, TOO_MANY_USERS, type CollectionMethod } from '@plimsoll/contracts/billing/catalogue';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useFormKey } from '../../../lib/api/command.ts';
import type { Answer, OperationInput } from '../../../lib/api/operation.ts';
import { paymentPaths } from '../payment-paths.ts';
import { ApiProblem, errorText, formErrors } from '../../../lib/api/problem.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { billingPaths } from '../paths.ts';
import { forgetStartup, useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { readNumber } from '../../../lib/forms/typed-number.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { RefetchIndicator } from '../../../ui/feedback/RefetchIndicator.tsx';
import { FailedState, Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { NumberField, TextField } from '../../../ui/inputs/TextField.tsx';
import { quoteQuery, type QuoteInput } from '../api.ts';
import { AFTER_TRIAL, declineText, formatMoney, planLabel, TAX_FOLLOWS } from '../labels.ts';
import { AddressFields, initialAddress, type AddressedFields } from './AddressFields.tsx';
import { cardErrors, NO_CARD, tokenOf, type TypedCard } from './card.ts';
import { CardFields } from './CardFields.tsx';
import { forgetPurchase, storePurchase, useSendPurchase, type StoredPurchase } from './stored-purchase.ts';
import css from './Pay.module.css';
import { QuoteLines } from './QuoteLines.tsx';
import { useCardToken } from './useCardToken.ts';

interface CheckoutProps {
  product: BillingProduct;
  plan: BillingPlan;
  now: SubscriptionAnswer;
  /** Stripe's publishable key; null with the test provider. */
  publishableKey: string | null;
  /** Starts a trial; the card is charged when it ends. */
  isTrial: boolean;
}

interface Fields extends AddressedFields, TypedCard {
  quantity: string;
  code: string;
  collectionMethod: CollectionMethod;
  card: 'KEPT' | 'NEW';
}

type Body = NonNullable<OperationInput<'buyPlan'>['body']>;

/** Returns the value once it has not changed for 400 ms. */
function useDebouncedValue<Value>(value: Value): { settled: Value; isSettled: boolean } {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return { settled, isSettled: JSON.stringify(settled) === text };
}

const usersIn = (typed: string) => readNumber(typed, { max: 1_000_000, decimals: 0 });
const codeErrors: readonly string[] = ['MissingPromotionalCode', 'PromotionalCodeNotFound', 'TooManyAttempts'];

/** Checkout of a plan: quote, card and address. The button names the amount, and exactly that is charged. */
export function Checkout({ product, plan, now, publishableKey, isTrial }: CheckoutProps) {
  const { user, organization } = useStarted();
  const buyer = { user, organization };
  const client = useQueryClient();
  const navigate = useNavigate();
  const sendPurchase = useSendPurchase();
  const { key, renew } = useFormKey();
  const [applied, setApplied] = useState<string>();
  const [codeError, setCodeError] = useState<string | null>(null);
  const [outdated, setOutdated] = useState<{ fields: Fields; before: BillingQuote; quote: BillingQuote } | null>(null);
  const storedCard = now.paymentMethod;
  const { hold, ask } = useCardToken();
  const members = Math.max(now.memberCount ?? 1, 1);
  const paidUsers = plan.productPlanGuid === now.plan?.productPlanGuid && now.periodFrom ? (now.quantity ?? 0) : 0;
  const minUsers = Math.max(members, paidUsers);

  const wantedOf = (
    { quantity, address: { country, province } }: Pick<Fields, 'quantity' | 'address'>,
    discountCode = applied,
  ): QuoteInput => ({
    productKey: product.productKey,
    billingFrequency: plan.billingInterval,
    quantity: usersIn(quantity).value || minUsers,
    discountCode,
    ...(country && province && { country, province }),
  });
  const needsCard = ({ collectionMethod }: Pick<Fields, 'collectionMethod'>) =>
    plan.needsBillingInfo && collectionMethod === 'CHARGE_AUTOMATICALLY';

  async function send(body: Body): Promise<Answer<'buyPlan'>> {
    const params = {
      orgGuid: organization.guid,
      productKey: product.productKey,
      billingFrequency: plan.billingInterval,
    };
    const fields = form.controls.getValues();
    const paymentToken = publishableKey && needsCard(fields) && fields.card === 'NEW' ? await ask() : body.paymentToken;
    const { emailAddress, address: addressed } = body;
    const purchase: StoredPurchase = isTrial
      ? {
          key,
          operation: 'choosePlan',
          asked: {
            params,
            body: {
              startFreeTrial: true,
              emailAddress,
              address: addressed,
              paymentToken,
              quantity: usersIn(fields.quantity).value ?? undefined,
            },
          },
        }
      : {
          key,
          operation: 'buyPlan',
          asked: {
            params,
            body: {
              ...body,
              ...(paymentToken && { paymentToken }),
              quote: (await client.fetchQuery(quoteQuery(organization.guid, wantedOf(fields)))).quote,
            },
          },
        };
    await storePurchase(buyer, purchase);
    try {
      const answer = await sendPurchase(purchase);
      await forgetPurchase(buyer);
      return answer;
    } catch (error) {
      // Whether the purchase was begun is unknown; the completion page finds out.
      if (error instanceof ApiProblem && error.status === 0) await navigate(paymentPaths.complete(), { replace: true });
      else await forgetPurchase(buyer);
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) renew();
      throw refusalOf(error, fields);
    }
  }

  /** Shows a decline at the card and a code's error at the code. A new price needs a confirmation. */
  function refusalOf(error: unknown, fields: Fields): unknown {
    if (!(error instanceof ApiProblem)) return error;
    if (error.className === 'QuoteOutdated' && error.newQuote && quote.data) {
      const fresh = error.newQuote as BillingQuote;
      client.setQueryData(quoteQuery(organization.guid, wantedOf(fields)).queryKey, fresh);
      setOutdated({ fields, before: quote.data, quote: fresh });
      return error;
    }
    // Each attempt is recorded, and invalidates earlier quotes.
    void client.invalidateQueries({ queryKey: ['quotePlan'] });
    if (error.className === 'PaymentDeclined')
      return refusalWith(
        `${error.message} ${declineText(error.declineCode)}`,
        fields.card === 'KEPT' ? 'card' : 'number',
      );
    return codeErrors.includes(error.className) ? refusalWith(error.message, 'code') : error;
  }

  const bodyOf = ({ quantity, address, emailAddress, collectionMethod, card, number }: Fields): Body => {
    const paymentToken =
      !publishableKey && needsCard({ collectionMethod }) && card === 'NEW' ? tokenOf(number) : undefined;
    return {
      quantity: usersIn(quantity).value ?? 0,
      address,
      emailAddress,
      collectionMethod,
      ...(paymentToken && { paymentToken }),
      ...(applied && { channelPartnerCode: applied }),
    };
  };
  const form = useCommandForm(buyPlanRequest, {
    start: {
      quantity: String(Math.max(minUsers, now.quantity ?? 0)),
      code: '',
      collectionMethod: plan.collectionMethods[0] ?? 'CHARGE_AUTOMATICALLY',
      card: storedCard ? 'KEPT' : 'NEW',
      ...NO_CARD,
      address: initialAddress(now.address, plan.currency),
      emailAddress: readableAddress(now.emailAddress ?? user.primaryEmailAddress),
    } as Fields,
    bodyOf,
    check: (fields) => [
      ...userErrors(fields.quantity, members, paidUsers),
      ...(fields.code.trim() && fields.code.trim() !== applied
        ? [{ field: 'code', message: 'Apply this code, or clear the field' }]
        : []),
      ...(!publishableKey && needsCard(fields) && fields.card === 'NEW'
        ? cardErrors(fields, todayIn(organization.timeZone).slice(0, 7))
        : []),
    ],
    place: (field) =>
      ({ channelPartnerCode: 'code', paymentToken: 'number' })[field] ?? (field === 'quote' ? null : field),
    key,
    // Charges the amount that was shown. If the price has changed, both amounts are shown and need a confirmation.
    confirm: async (fields) => {
      const fresh = isTrial ? null : await client.fetchQuery(quoteQuery(organization.guid, wantedOf(fields)));
      if (fresh && shown && (fresh.total !== shown.total || fresh.dueNow !== shown.dueNow))
        setOutdated({ fields, before: shown, quote: fresh });
      else await form.sendNow(fields);
    },
    send,
    onDone: ({ purchase }) => {
      forgetStartup();
      if (purchase) return void navigate(paymentPaths.complete(purchase.purchaseGuid), { replace: true });
      showAlert({ type: 'success', title: 'This is what you have already: nothing was bought' });
      void navigate(billingPaths.payment(), { replace: true });
    },
  });

  const [quantity, address, number, collection, card] = useWatch({
    control: form.controls.control,
    name: ['quantity', 'address', 'number', 'collectionMethod', 'card'],
  });
  const { settled, isSettled } = useDebouncedValue({
    quantity,
    address: { country: address.country, province: address.province } as Fields['address'],
  });
  const quote = useQuery({ ...quoteQuery(organization.guid, wantedOf(settled)), placeholderData: keepPreviousData });
  const shown = quote.data;
  const method = useChosen(form, 'collectionMethod');
  const cardChoice = useChosen(form, 'card');
  const quantityError =
    form.errorOf('quantity') ??
    userErrors(quantity, members, paidUsers)[0]?.message ??
    (quote.error ? formErrors(quote.error).find(({ field }) => field === 'quantity')?.message : undefined);

  async function apply() {
    const code = form.controls.getValues('code').trim();
    form.controls.clearErrors('code');
    if (!code) return setCodeError(textOf('MissingPromotionalCode'));
    try {
      await client.fetchQuery(quoteQuery(organization.guid, wantedOf(form.controls.getValues(), code)));
      setApplied(code);
      setCodeError(null);
    } catch (error) {
      setCodeError(errorText(error));
    }
  }

  const typedCode = form.typed('code');
  const label = shown ? payLabel(shown, { isTrial, collectionMethod: collection }) : 'Pay';
  return (
    <form noValidate onSubmit={form.submit} className={css.checkout}>
      <div className={css.fields}>
        <ErrorSummary
          errors={form.errors}
          attempt={form.attempt}
          title={form.errors.some(({ field }) => field) ? undefined : 'Nothing was bought'}
        />
        <Stack>
          <Section title="Users">
            <FieldStack>
              <NumberField
                label="Number of users"
                hint={`${membersText(members)} today.`}
                inputMode="numeric"
                {...form.typed('quantity')}
                error={quantityError ?? null}
              />
              {!isTrial && (
                <>
                  <div className={css.code}>
                    <TextField
                      label="Discount code"
                      optional
                      autoComplete="off"
                      maxLength={200}
                      {...typedCode}
                      error={typedCode.error ?? codeError}
                      onChange={(typing) => {
                        setCodeError(null);
                        return typedCode.onChange(typing);
                      }}
                      onKeyDown={(press) => {
                        if (press.key !== 'Enter') return;
                        press.preventDefault();
                        void apply();
                      }}
                    />
                    <Button onClick={() => void apply()}>Apply code</Button>
                  </div>
                  {applied && (
                    <p className={css.note} role="status">
                      The code {applied} is applied.{' '}
                      <Button
                        variant="quiet"
                        onClick={() => {
                          setApplied(undefined);
                          form.controls.setValue('code', '');
                        }}
                      >
                        Remove code
                      </Button>
                    </p>
                  )}
                </>
              )}
            </FieldStack>
          </Section>
          {plan.needsBillingInfo && (
            <Section title="Payment">
              <FieldStack>
                {!isTrial && plan.collectionMethods.length > 1 && (
                  <ChoiceField
                    label="How it is paid"
                    {...method}
                    options={[
                      { value: 'CHARGE_AUTOMATICALLY', label: 'By card', hint: 'Charged on its dates' },
                      { value: 'SEND_INVOICE', label: 'By invoice', hint: 'Due within 30 days' },
                    ]}
                  />
                )}
                {collection === 'CHARGE_AUTOMATICALLY' && storedCard && (
                  <ChoiceField
                    label="Card"
                    {...cardChoice}
                    options={[
                      { value: 'KEPT', label: cardLabel(storedCard) },
                      { value: 'NEW', label: 'Another card' },
                    ]}
                  />
                )}
                {collection === 'CHARGE_AUTOMATICALLY' && card === 'NEW' && (
                  <CardFields
                    stripe={
                      publishableKey
                        ? {
                            publishableKey,
                            cents: isTrial ? 0 : (shown?.dueNow ?? 0),
                            currency: plan.currency,
                            onReady: hold,
                          }
                        : null
                    }
                    number={number}
                    typed={(name) => form.typed(name)}
                  />
                )}
              </FieldStack>
            </Section>
          )}
          <Section title="Billing address">
            <AddressFields form={form} />
          </Section>
        </Stack>
      </div>
      <div className={css.sum}>
        <Section title={isTrial ? AFTER_TRIAL : 'What it costs'}>
          {shown ? (
            <RefetchIndicator isSettling={quote.isPlaceholderData || !isSettled}>
              <Sum quote={shown} name={planLabel(product.name, plan.billingInterval)} plan={plan} />
            </RefetchIndicator>
          ) : quote.error ? (
            <FailedState text={formErrors(quote.error)[0]!.message} onRetry={() => void quote.refetch()} />
          ) : (
            <Skeleton widths={['92%', '92%', '64%']} />
          )}
          <div className={css.pay}>
            <SubmitButton busy={form.busy} size="l" full>
              {label}
            </SubmitButton>
          </div>
        </Section>
      </div>
      {outdated && (
        <ConfirmDialog
          opened
          onClose={() => setOutdated(null)}
          title="The price has changed"
          cancelLabel="Not now"
          confirmLabel={payLabel(outdated.quote, { isTrial, collectionMethod: outdated.fields.collectionMethod })}
          text={
            <>
              <p>
                You were shown a total of {formatMoney(outdated.before.total, plan.currency)}. Now it is{' '}
                {formatMoney(outdated.quote.total, plan.currency)}.
              </p>
              <QuoteLines of={outdated.quote} name={planLabel(product.name, plan.billingInterval)} sum="Total now" />
            </>
          }
          onConfirm={() => {
            setOutdated(null);
            void form.sendNow(outdated.fields);
          }}
        />
      )}
    </form>
  );
}

const membersText = (members: number) => `There ${members === 1 ? 'is 1 member' : `are ${members} members`}`;

function userErrors(typed: string, members: number, paidUsers: number) {
  const { value, error } = usersIn(typed);
  const message =
    error ??
    (value! < members
      ? membersText(members)
      : value! < paidUsers
        ? `You have paid for ${paidUsers} users. Fewer are possible from the next payment on.`
        : value! > MAX_USERS
          ? TOO_MANY_USERS
          : null);
  return message === null ? [] : [{ field: 'quantity', message }];
}

/** Label of the button, with the amount that it charges. */
function payLabel(
  { dueNow, currency }: BillingQuote,
  { isTrial, collectionMethod }: { isTrial: boolean; collectionMethod: CollectionMethod },
): string {
  if (isTrial) return 'Start free trial';
  if (dueNow === 0) return 'Buy, nothing due today';
  return collectionMethod === 'SEND_INVOICE'
    ? `Order by invoice for ${formatMoney(dueNow, currency)}`
    : `Pay ${formatMoney(dueNow, currency)}`;
}

function Sum({ quote, name, plan }: { quote: BillingQuote; name: string; plan: BillingPlan }) {
  const { currency, total, dueNow, firstChargeDate, nextBillingDate, creditLeft, taxSource, displayYearly } = quote;
  const notes = [
    dueNow === total
      ? null
      : `Due today: ${formatMoney(dueNow, currency)}. The total is charged on ${formatDay(firstChargeDate)}.`,
    nextBillingDate && nextBillingDate !== firstChargeDate ? `Next payment on ${formatDay(nextBillingDate)}.` : null,
    creditLeft > 0 ? `${formatMoney(creditLeft, currency)} is left over, and is taken off what comes next.` : null,
    taxSource === 'NO_ADDRESS' ? TAX_FOLLOWS : taxSource === 'NONE' ? 'No tax is taken at this address.' : null,
    displayYearly === null || plan.billingInterval === 'YEAR'
      ? null
      : `Over a year, before tax: ${formatMoney(displayYearly, currency)}.`,
  ];
  return (
    <>
      <QuoteLines of={quote} name={name} />
      {notes.flatMap((note) =>
        note
          ? [
              <p key={note} className={css.note}>
                {note}
              </p>,
            ]
          : [],
      )}
    </>
  );
}
