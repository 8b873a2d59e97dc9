import { Controller, Headers, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type {
  BillingProduct,
  BillingQuote,
  PurchaseAnswer,
  SubscriptionAnswer,
} from '@plimsoll/contracts/billing/answers';
import { billingTime, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import { isAcceptedBrand, ONLY_THESE_CARDS } from '@plimsoll/contracts/billing/card-number';
import { partnerOf, type Catalogue, type CollectionMethod } from '@plimsoll/contracts/billing/catalogue';
import { FindInvoice, ListInvoices } from '@plimsoll/projections/billing/invoice-list/query';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import { FindBilling } from '@plimsoll/projections/billing/subscription/query';
import type { FastifyReply } from 'fastify';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { isExecuted, type Executed } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { drawInThread, drawInvoiceJob } from '../documents/draw-in-thread.ts';
import { hangUpOf } from '../http/limits/hang-up.ts';
import { demandExecuted, Refused, throwRefusal } from '../http/problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';
import {
  SendOutcome,
  Body,
  CurrentTenant,
  Envelope,
  Params,
  ReceivedAt,
  Query,
  type OutcomeSender,
} from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type BodyOf, type ParamsOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/accounts/viewers.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { billingAnswer, invoiceAnswer, productsFor, purchaseAnswer, subscriptionAnswer } from './billing-answers.ts';
import { BillingLog } from './billing-log.ts';
import { billingStatusAt, billingStatusOf, soldTo } from './billing-status.ts';
import { stateConflict } from './on-billing.ts';
import { CancelSubscription } from './subscription/cancel-subscription.ts';
import { ChangeSubscription } from './subscription/change-subscription.ts';
import { ChoosePlan } from './subscription/choose-plan.ts';
import { BuyPlan } from './purchases/buy-plan.ts';
import type { PurchaseInput } from './purchases/buy-plan.rule.ts';
import { HandleProviderWebhook } from './provider/handle-provider-webhook.ts';
import { PayInvoice } from './invoices/pay-invoice.ts';
import { Payments, PaymentsAway } from './provider/payments.ts';
import { Purchases } from './purchases/purchases.ts';
import { quotePlan, signedQuote, type TaxPlace, type WantedPlan } from './subscription/quote-plan.ts';
import { QuoteTokens } from './subscription/quote-tokens.ts';
import { Sales } from './purchases/sales.ts';
import { WrongCodes } from './purchases/wrong-codes.ts';

/**
 * How long a request waits for the payment provider, in milliseconds; after that it answers that the purchase is
 * pending.
 */
const WAIT_MS = 10_000;

/** Ends the request with 503 when the payment provider is unavailable. */
async function orAway<Answer>(request: Promise<Answer>): Promise<Answer> {
  return request.catch((error: unknown) => {
    if (error instanceof PaymentsAway) throwRefusal('Unavailable', {}, { 'retry-after': '10' });
    throw error;
  });
}

const placeOf = (address: BillingAddress | null): TaxPlace | null =>
  address && { country: address.country, province: address.province };

/** Routes for products, quotes, subscriptions, purchases and invoices. */
@Controller()
export class BillingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly viewers: Viewers,
    private readonly sales: Sales,
    private readonly log: BillingLog,
    private readonly tokens: QuoteTokens,
    private readonly payments: Payments,
    private readonly purchases: Purchases,
    private readonly organizations: OrganizationsCache,
    private readonly wrongCodes: WrongCodes,
    private readonly jobs: InputJobs,
  ) {}

  @RouteOf('getBilling')
  async billing(@CurrentTenant() tenant: string): Promise<AnswerOf<'getBilling'>> {
    const [billing, sold] = await Promise.all([this.queries.execute(new FindBilling(tenant)), this.#soldTo(tenant)]);
    return { ...billingAnswer(billing, this.sales), isEnabled: sold !== null };
  }

  @RouteOf('listProducts')
  async products(@CurrentTenant() tenant: string, @ReceivedAt() now: Date): Promise<AnswerOf<'listProducts'>> {
    const items = await this.#products(tenant, now);
    return { items, totalCount: items.length };
  }

  @RouteOf('getProduct')
  async product(
    @CurrentTenant() tenant: string,
    @Params() { productKey }: ParamsOf<'getProduct'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getProduct'>> {
    return (
      (await this.#products(tenant, now)).find((product) => product.productKey === productKey) ??
      throwRefusal('BillingLineItemNotFound')
    );
  }

  @RouteOf('listSellingPoints')
  sellingPoints(
    @CurrentTenant() tenant: string,
    @Params() { productGuid }: ParamsOf<'listSellingPoints'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listSellingPoints'>> {
    return this.#sellingPointsOf(tenant, productGuid, now);
  }

  @RouteOf('listProductSellingPoints')
  sellingPointsOfProduct(
    @CurrentTenant() tenant: string,
    @Params() { productGuid }: ParamsOf<'listProductSellingPoints'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'listProductSellingPoints'>> {
    return this.#sellingPointsOf(tenant, productGuid, now);
  }

  async #sellingPointsOf(
    tenant: string,
    productGuid: string,
    now: Date,
  ): Promise<AnswerOf<'listProductSellingPoints'>> {
    const { sellingPoints } =
      (await this.#products(tenant, now)).find((product) => product.productGuid === productGuid) ??
      throwRefusal('BillingLineItemNotFound');
    return { items: sellingPoints.map((text) => ({ text })), totalCount: sellingPoints.length };
  }

  @RouteOf('getDiscount')
  async discount(
    @CurrentTenant() tenant: string,
    @Params() { channelPartnerCode }: ParamsOf<'getDiscount'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getDiscount'>> {
    if (channelPartnerCode.trim() === '')
      throwRefusal('MissingPromotionalCode', {
        fieldErrors: [fieldError('channelPartnerCode', 'MissingPromotionalCode')],
      });
    const partner = await this.wrongCodes.attempt(
      tenant,
      channelPartnerCode,
      async () =>
        (this.sales.catalogue &&
          partnerOf(this.sales.catalogue, channelPartnerCode, (await this.#onDay(tenant, now)).day)) ??
        throwRefusal('PromotionalCodeNotFound'),
    );
    const { code, partnerName, trialDays, validTo, plans } = partner;
    return {
      code,
      partnerName,
      trialDays,
      validTo,
      plans: plans.map(({ productPlanGuid, discounts }) => ({ productPlanGuid, discounts: [...discounts] })),
    };
  }

  @RouteOf('getBillingStatus')
  async status(
    @CurrentTenant() tenant: string,
    @Query() { asOf }: QueryOf<'getBillingStatus'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getBillingStatus'>> {
    if (asOf !== undefined) {
      const { day, billing, isNow } = await this.log.loadAsOf(tenant, asOf, now);
      if (!isNow) return billingStatusAt(tenant, billing, await this.#soldTo(tenant), day);
    }
    const organization =
      (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
    return billingStatusOf(organization, this.sales.catalogue, now);
  }

  @RouteOf('getSubscription')
  subscription(
    @CurrentTenant() tenant: string,
    @Query() { asOf }: QueryOf<'getSubscription'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getSubscription'>> {
    return this.#subscription(tenant, asOf, now);
  }

  @RouteOf('changeSubscription')
  async change(
    @Body() body: BodyOf<'changeSubscription'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'changeSubscription'>> {
    const {
      address = null,
      emailAddress = null,
      collectionMethod = null,
      quantity = null,
      paymentToken = null,
      restore = false,
    } = body;
    const buying = await this.#buying(envelope, paymentToken, collectionMethod, now);
    const outcome = await this.commands.execute(
      new ChangeSubscription(envelope, { ...buying, address, emailAddress, collectionMethod, quantity, restore }),
    );
    return this.#awaitPurchase(
      'changeSubscription',
      envelope.tenant,
      buying.purchaseGuid,
      demandExecuted(outcome),
      accept,
      now,
    );
  }

  @RouteOf('cancelSubscription')
  async cancel(
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'cancelSubscription'>> {
    return this.#changed(
      'cancelSubscription',
      envelope.tenant,
      accept(await this.commands.execute(new CancelSubscription(envelope))),
      now,
    );
  }

  @RouteOf('quotePlan')
  async quote(
    @CurrentTenant() tenant: string,
    @Params() { productKey, billingFrequency }: ParamsOf<'quotePlan'>,
    @Query() { quantity, discountCode, country, province }: QueryOf<'quotePlan'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'quotePlan'>> {
    const members = await this.queries.execute(new ListMembers(tenant));
    const place = country === undefined ? undefined : { country, province: province ?? null };
    const wanted = {
      productKey,
      billingInterval: billingFrequency,
      quantity: quantity ?? Math.max(1, members.length),
      discountCode: discountCode ?? null,
      place,
    };
    return this.wrongCodes.attempt(tenant, wanted.discountCode, () => this.#quoted(tenant, wanted, now));
  }

  @RouteOf('buyPlan')
  async buy(
    @Params() { productKey, billingFrequency: billingInterval }: ParamsOf<'buyPlan'>,
    @Body() body: BodyOf<'buyPlan'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'buyPlan'>> {
    const {
      quantity,
      address,
      emailAddress,
      collectionMethod,
      paymentToken = null,
      channelPartnerCode: discountCode = null,
    } = body;
    const { tenant } = envelope;
    const quote =
      body.quote === undefined
        ? null
        : ((await this.tokens.read(body.quote, now)) ??
          throwRefusal('MalformedRequest', {
            fieldErrors: [fieldError('quote', 'MalformedRequest', 'This is no quote')],
          }));
    const buying = await this.#buying(envelope, paymentToken, collectionMethod, now);
    const wanted = { productKey, billingInterval, quantity, discountCode };
    const begun = await this.wrongCodes.attempt(tenant, discountCode, async () => {
      const outcome = await this.commands.execute(
        new BuyPlan(envelope, { ...wanted, ...buying, address, emailAddress, collectionMethod, quote }),
      );
      if (!isExecuted(outcome) && outcome.refused === 'QuoteOutdated')
        throwRefusal('QuoteOutdated', {
          facts: { newQuote: await this.#quoted(tenant, { ...wanted, place: placeOf(address) }, now) },
        });
      return demandExecuted(outcome);
    });
    return this.#awaitPurchase('buyPlan', tenant, buying.purchaseGuid, begun, accept, now);
  }

  @RouteOf('getPurchase')
  async purchase(
    @CurrentTenant() tenant: string,
    @Params() { purchaseGuid }: ParamsOf<'getPurchase'>,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'getPurchase'>> {
    return this.#purchase(tenant, purchaseGuid, now);
  }

  @RouteOf('authenticatePurchase')
  async authenticate(
    @Params() { purchaseGuid }: ParamsOf<'authenticatePurchase'>,
    @Body() { succeed }: BodyOf<'authenticatePurchase'>,
    @CurrentTenant() tenant: string,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'authenticatePurchase'>> {
    await this.#purchase(tenant, purchaseGuid, now);
    const wasAuthenticated =
      this.sales.provider === 'SANDBOX' &&
      (await orAway(this.purchases.authenticate(tenant, purchaseGuid, succeed, now)));
    if (!wasAuthenticated) {
      const { billing, day } = await this.log.loadAsOf(tenant, undefined, now);
      throw new Refused(stateConflict(billing, (await this.#soldTo(tenant)) !== null, day));
    }
    return this.#purchase(tenant, purchaseGuid, now);
  }

  @RouteOf('choosePlan')
  async choose(
    @Params() { productKey, billingFrequency }: ParamsOf<'choosePlan'>,
    @Body() body: BodyOf<'choosePlan'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'choosePlan'>> {
    const { startFreeTrial, emailAddress, quantity = null, paymentToken, address = null } = body;
    const chosen = { productKey, billingInterval: billingFrequency, startFreeTrial, emailAddress, quantity };
    if (!startFreeTrial || paymentToken === undefined)
      return this.#changed(
        'choosePlan',
        envelope.tenant,
        accept(await this.commands.execute(new ChoosePlan(envelope, { ...chosen, card: null }))),
        now,
      );
    const buying = await this.#buying(envelope, paymentToken, 'CHARGE_AUTOMATICALLY', now);
    const outcome = await this.commands.execute(new ChoosePlan(envelope, { ...chosen, card: { ...buying, address } }));
    return this.#awaitPurchase(
      'choosePlan',
      envelope.tenant,
      buying.purchaseGuid,
      demandExecuted(outcome),
      accept,
      now,
    );
  }

  @RouteOf('listInvoices')
  async invoices(
    @CurrentTenant() tenant: string,
    @Query() { limit, offset }: QueryOf<'listInvoices'>,
  ): Promise<AnswerOf<'listInvoices'>> {
    const { rows, totalCount } = await this.queries.execute(new ListInvoices(tenant, limit, offset));
    return { items: rows.map(invoiceAnswer), totalCount, limit, offset };
  }

  @RouteOf('getInvoice')
  async invoice(
    @CurrentTenant() tenant: string,
    @Params() { invoiceGuid }: ParamsOf<'getInvoice'>,
  ): Promise<AnswerOf<'getInvoice'>> {
    return invoiceAnswer(
      (await this.queries.execute(new FindInvoice(tenant, invoiceGuid))) ?? throwRefusal('BillingLineItemNotFound'),
    );
  }

  @RouteOf('getInvoiceDocument')
  async invoiceDocument(
    @CurrentTenant() tenant: string,
    @Params() { invoiceGuid }: ParamsOf<'getInvoiceDocument'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const [found, organization] = await Promise.all([
      this.queries.execute(new FindInvoice(tenant, invoiceGuid)),
      this.queries.execute(new FindOrganization(tenant)),
    ]);
    if (!found || !organization) throwRefusal('BillingLineItemNotFound');
    const pdf = await drawInThread(
      this.jobs,
      drawInvoiceJob,
      tenant,
      {
        invoice: invoiceAnswer(found),
        organizationName: organization.name,
      },
      hangUpOf(reply),
    );
    void reply.headers({
      'content-type': routeOf('getInvoiceDocument').answerType,
      'content-disposition': `attachment; filename="invoice-${found.number}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    return pdf;
  }

  @RouteOf('payInvoice')
  async pay(
    @Params() { invoiceGuid }: ParamsOf<'payInvoice'>,
    @Body() body: BodyOf<'payInvoice'>,
    @Envelope() envelope: CommandEnvelope,
    @SendOutcome() accept: OutcomeSender,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'payInvoice'>> {
    const buying = await this.#buying(envelope, body.paymentToken ?? null, 'CHARGE_AUTOMATICALLY', now);
    return this.#awaitPurchase(
      'payInvoice',
      envelope.tenant,
      buying.purchaseGuid,
      demandExecuted(await this.commands.execute(new PayInvoice(envelope, invoiceGuid, buying))),
      accept,
      now,
    );
  }

  @RouteOf('hearPaymentProvider')
  async handleWebhook(
    @Body() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
    @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'hearPaymentProvider'>> {
    const webhook = typeof body === 'string' ? this.payments.readWebhook(body, signature, now) : null;
    if (!webhook)
      throwRefusal('MalformedRequest', {
        fieldErrors: [
          fieldError(
            'Stripe-Signature',
            'MalformedRequest',
            'Not signed by the provider of payments within five minutes',
          ),
        ],
      });
    demandExecuted(
      await orAway(
        this.commands.execute(
          new HandleProviderWebhook(systemEnvelope({ tenant: INSTALLATION_TENANT, at: now }), webhook),
        ),
      ),
    );
    return {};
  }

  /**
   * Input that every purchase needs. Its guids follow from the command, so that a repeated command makes the same
   * purchase.
   */
  async #buying(
    envelope: CommandEnvelope,
    paymentToken: string | null,
    collectionMethod: CollectionMethod | null,
    now: Date,
  ): Promise<PurchaseInput> {
    const { tenant: organization } = envelope;
    const [purchaseGuid, chargeGuid, invoiceGuid] = [envelope.newGuid(), envelope.newGuid(), envelope.newGuid()];
    const [members, customer] = await Promise.all([
      this.queries.execute(new ListMembers(organization)),
      this.#customer(organization, paymentToken, collectionMethod),
    ]);
    await this.#endOverdue(organization, now);
    return {
      organization,
      paymentToken,
      customer,
      purchaseGuid,
      chargeGuid,
      invoiceGuid,
      memberCount: members.length,
      at: now,
    };
  }

  /**
   * Waits for the outcome of a purchase, for at most WAIT_MS, and answers with it and the subscription. Ends the
   * request with PaymentDeclined.
   */
  async #awaitPurchase(
    operationId: 'buyPlan' | 'changeSubscription' | 'choosePlan' | 'payInvoice',
    tenant: string,
    purchaseGuid: string,
    begun: Executed,
    accept: OutcomeSender,
    now: Date,
  ): Promise<AnswerOf<'buyPlan'>> {
    const progress = await this.purchases.resumeFor(WAIT_MS, tenant, purchaseGuid, now);
    const { events, position } = await this.log.loadAsOf(tenant, undefined, now);
    // The provider's outcome was written after the command's own events.
    accept({ ...begun, position });
    await this.progress.waitFor(tenant, position, routeOf(operationId).readModels);
    // Drops the cached organization, so that the next request sees what the subscription now covers.
    this.organizations.forget(tenant);
    const subscription = await this.#subscription(tenant, undefined, now);
    const purchase = purchaseAnswer(events, purchaseGuid, progress);
    if (purchase?.status === 'DECLINED')
      throwRefusal('PaymentDeclined', { facts: { declineCode: purchase.declineCode, purchaseGuid } });
    return { subscription, purchase };
  }

  /**
   * The organization's customer id at the provider, created there for its first card; null when no card is involved.
   * Ends the request with MalformedRequest for a card that is unknown or of a brand that is not accepted.
   */
  async #customer(
    tenant: string,
    paymentToken: string | null,
    collectionMethod: CollectionMethod | null,
  ): Promise<string | null> {
    if (!this.sales.catalogue || (paymentToken === null && collectionMethod === 'SEND_INVOICE')) return null;
    const billing = await this.queries.execute(new FindBilling(tenant));
    if (paymentToken === null) return billing?.customer ?? null;
    const card =
      (await orAway(this.payments.findCard(paymentToken))) ??
      throwRefusal('MalformedRequest', {
        fieldErrors: [
          fieldError('paymentToken', 'MalformedRequest', 'The provider of payments does not know this card'),
        ],
      });
    if (!isAcceptedBrand(card.brand))
      throwRefusal('MalformedRequest', {
        fieldErrors: [fieldError('paymentToken', 'MalformedRequest', ONLY_THESE_CARDS)],
      });
    return billing?.customer ?? orAway(this.payments.customerOf(tenant));
  }

  /** Resumes an open purchase before another begins, so that one past its hour expires and does not block the next. */
  async #endOverdue(tenant: string, now: Date): Promise<void> {
    const { billing } = await this.log.loadAsOf(tenant, undefined, now);
    if (billing?.purchase) await this.purchases.resumeFor(WAIT_MS, tenant, billing.purchase.purchaseGuid, now);
  }

  async #purchase(tenant: string, purchaseGuid: string, now: Date): Promise<PurchaseAnswer> {
    const progress = await this.purchases.resumeFor(WAIT_MS, tenant, purchaseGuid, now);
    return (
      purchaseAnswer((await this.log.loadAsOf(tenant, undefined, now)).events, purchaseGuid, progress) ??
      throwRefusal('BillingLineItemNotFound')
    );
  }

  /** Quotes a plan now, for the given address or the stored one. */
  async #quoted(
    tenant: string,
    { place, ...wanted }: Omit<WantedPlan, 'place'> & { readonly place: WantedPlan['place'] | undefined },
    now: Date,
  ): Promise<BillingQuote> {
    const [{ billing, day, revision }, sold] = await Promise.all([
      this.log.loadAsOf(tenant, undefined, now),
      this.#soldTo(tenant),
    ]);
    if (!billing || !sold) throw new Refused(stateConflict(billing, sold !== null, day));
    const quoted = quotePlan(
      { billing, sold, day, revision },
      { ...wanted, place: place === undefined ? placeOf(billing.address) : place },
    );
    if ('refused' in quoted) throw new Refused(quoted);
    return signedQuote(this.tokens, tenant, quoted, revision, now);
  }

  /** Answers with the subscription after a command that buys nothing. */
  async #changed(
    operationId: 'choosePlan' | 'cancelSubscription',
    tenant: string,
    { position }: Executed,
    now: Date,
  ): Promise<{ readonly subscription: SubscriptionAnswer; readonly purchase: null }> {
    await this.progress.waitFor(tenant, position, routeOf(operationId).readModels);
    // Drops the cached organization, so that the next request sees what the subscription now covers.
    this.organizations.forget(tenant);
    return { subscription: await this.#subscription(tenant, undefined, now), purchase: null };
  }

  async #subscription(tenant: string, asOf: string | undefined, now: Date): Promise<SubscriptionAnswer> {
    const [view, members, sold] = await Promise.all([
      this.log.loadAsOf(tenant, asOf, now),
      this.queries.execute(new ListMembers(tenant)),
      this.#soldTo(tenant),
    ]);
    return subscriptionAnswer(tenant, view, sold, view.isNow ? members.length : null);
  }

  async #products(tenant: string, now: Date): Promise<BillingProduct[]> {
    const { billing, day } = await this.#onDay(tenant, now);
    return productsFor(billing, this.sales.catalogue, day);
  }

  /** Catalogue that applies to the organization; null where BILLING is off. */
  async #soldTo(tenant: string): Promise<Catalogue | null> {
    const organization = await this.organizations.of(tenant);
    return organization ? soldTo(organization.subscription, this.sales.catalogue) : null;
  }

  /** Billing and its current day; before billing is opened, the day in the organization's time zone. */
  async #onDay(tenant: string, now: Date): Promise<{ readonly billing: BillingState | null; readonly day: string }> {
    const billing = await this.queries.execute(new FindBilling(tenant));
    return { billing, day: billing ? billingTime(billing, now).date : await this.viewers.dayAt(tenant, now) };
  }
}
