import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { changeSubscriptionRequest, type SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { MAX_USERS } from '@plimsoll/contracts/billing/catalogue';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { readNumber } from '../../../lib/forms/typed-number.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { paymentPaths } from '../payment-paths.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { forgetStartup, useStarted } from '../../../lib/session/startup.ts';
import { formatDay, todayIn } from '../../../lib/format/time.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { billingQuery, cancelSubscription, changeSubscription, payInvoice } from '../api.ts';
import { declineText, PAY_OVERDUE } from '../labels.ts';
import { AddressFields, initialAddress, type AddressedFields } from '../pay/AddressFields.tsx';
import { NumberField } from '../../../ui/inputs/TextField.tsx';
import { cardErrors, NO_CARD, tokenOf } from '../pay/card.ts';
import { CardFields } from '../pay/CardFields.tsx';
import { useCardToken } from '../pay/useCardToken.ts';

interface DialogProps {
  onClose: () => void;
}

/** Confirms a cancellation and shows until when access continues. */
export function CancelDialog({
  subscription: { subscriptionStatus, productName, accessUntil },
  onClose,
}: DialogProps & { subscription: SubscriptionAnswer }) {
  const { organization } = useStarted();
  const { send } = useCommand(cancelSubscription);
  const refreshStartup = useRefreshStartup();
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send({ asked: { params: { orgGuid: organization.guid } }, key }),
    onDone: ({ subscription }) => {
      showAlert({
        type: 'success',
        title: subscription.accessUntil
          ? `The subscription is cancelled, and open until ${formatDay(subscription.accessUntil)}`
          : 'The subscription is cancelled',
      });
      refreshStartup();
      onClose();
    },
  });
  const name = productName ?? 'Your plan';
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title="Cancel subscription"
      cancelLabel="Keep it"
      busy={form.busy}
      onConfirm={() => form.submit()}
      text={
        subscriptionStatus === 'PAYMENT_REQUIRED' || !accessUntil
          ? `${name} ends today. What you have entered remains, and is readable.`
          : `${name} goes on until ${formatDay(accessUntil)}. Nothing is charged after that. Until then you may restore it.`
      }
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} title="The subscription was not cancelled" />
    </ConfirmDialog>
  );
}

/** Requests fewer users for the next period, or withdraws the request. Until then nothing changes. */
export function FewerUsersDialog({
  subscription: { quantity, renewalQuantity, memberCount, nextBillingDate },
  onClose,
}: DialogProps & { subscription: SubscriptionAnswer }) {
  const { organization } = useStarted();
  const { send } = useCommand(changeSubscription);
  const now = quantity ?? 1;
  const members = Math.max(memberCount ?? 1, 1);
  const form = useCommandForm(changeSubscriptionRequest, {
    start: { quantity: String(renewalQuantity ?? now) },
    bodyOf: ({ quantity: typed }) => ({ quantity: readUsers(typed).value ?? 0 }),
    check: ({ quantity: typed }) => {
      const { value, error } = readUsers(typed);
      const message =
        error ??
        (value! > now
          ? `You have ${now} users. For more, close this and choose “Change users”.`
          : value! < members
            ? `There ${members === 1 ? 'is 1 member' : `are ${members} members`}`
            : null);
      return message === null ? [] : [{ field: 'quantity', message }];
    },
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: ({ subscription }) => {
      showAlert({
        type: 'success',
        title: subscription.renewalQuantity
          ? `The next period begins with ${subscription.renewalQuantity} users`
          : 'The request for fewer users was withdrawn',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The number of users was not changed"
      title={nextBillingDate ? `Fewer users from ${formatDay(nextBillingDate)}` : 'Fewer users'}
      confirmLabel="Save users"
      onClose={onClose}
    >
      <FieldStack>
        <NumberField
          label="Number of users"
          hint={`You keep your ${now} users until then; ${now} changes nothing. Each member needs one: there ${
            members === 1 ? 'is 1' : `are ${members}`
          } today.`}
          inputMode="numeric"
          {...form.typed('quantity')}
        />
      </FieldStack>
    </FormDialog>
  );
}

const readUsers = (typed: string) => readNumber(typed, { max: MAX_USERS, decimals: 0 });

/** Changes the card to charge; an overdue invoice is paid with it immediately. */
export function CardDialog({ overdueInvoiceGuid, onClose }: DialogProps & { overdueInvoiceGuid: string | null }) {
  const { organization } = useStarted();
  const billing = useQuery(billingQuery(organization.guid)).data;
  const publishableKey = billing?.publishableKey ?? null;
  const { hold, ask } = useCardToken();
  const { send: change } = useCommand(changeSubscription);
  const { send: pay } = useCommand(payInvoice);
  const { key, renew } = useFormKey();
  const navigate = useNavigate();
  const orgGuid = organization.guid;
  const send = (body: { paymentToken?: string | undefined }) =>
    overdueInvoiceGuid
      ? pay({ asked: { params: { orgGuid, invoiceGuid: overdueInvoiceGuid }, body }, key })
      : change({ asked: { params: { orgGuid }, body }, key });
  const form = useCommandForm(changeSubscriptionRequest, {
    start: NO_CARD,
    bodyOf: ({ number }) => ({ paymentToken: publishableKey ? undefined : tokenOf(number) }),
    check: (card) => (publishableKey ? [] : cardErrors(card, todayIn(organization.timeZone).slice(0, 7))),
    place: () => 'number',
    key,
    send: async (body) =>
      send(publishableKey ? { paymentToken: await ask() } : body).catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error;
        // The next attempt uses another card and is a new command.
        if (error.status >= 400 && error.status < 500) renew();
        throw error.className === 'PaymentDeclined'
          ? refusalWith(`${error.message} ${declineText(error.declineCode)}`, 'number')
          : error;
      }),
    onDone: ({ purchase }) => {
      if (overdueInvoiceGuid) forgetStartup();
      if (purchase && (overdueInvoiceGuid || purchase.status !== 'COMPLETED'))
        return void navigate(paymentPaths.complete(purchase.purchaseGuid));
      showAlert({ type: 'success', title: 'The card was changed' });
      onClose();
    },
  });
  const number = useWatch({ control: form.controls.control, name: 'number' });
  return (
    <FormDialog
      form={form}
      refused="The card was not changed"
      title={overdueInvoiceGuid ? 'Pay with another card' : 'Change card'}
      confirmLabel={overdueInvoiceGuid ? PAY_OVERDUE : 'Keep this card'}
      onClose={onClose}
    >
      <FieldStack>
        {billing && (
          <CardFields
            stripe={publishableKey ? { publishableKey, cents: 0, currency: billing.currency, onReady: hold } : null}
            number={number}
            typed={form.typed}
          />
        )}
      </FieldStack>
    </FormDialog>
  );
}

/** Changes the billing address and the address that invoices are mailed to. */
export function AddressDialog({
  subscription: { address, emailAddress, plan },
  onClose,
}: DialogProps & { subscription: SubscriptionAnswer }) {
  const { user, organization } = useStarted();
  const { send } = useCommand(changeSubscription);
  const form = useCommandForm(changeSubscriptionRequest, {
    start: {
      address: initialAddress(address, plan?.currency ?? 'CAD'),
      emailAddress: readableAddress(emailAddress ?? user.primaryEmailAddress),
    } as AddressedFields,
    bodyOf: (fields) => ({ address: fields.address, emailAddress: fields.emailAddress }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: 'The billing address was changed' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The billing address was not changed"
      title="Change address"
      confirmLabel="Save address"
      onClose={onClose}
    >
      <AddressFields form={form} />
    </FormDialog>
  );
}
