import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { BillingProduct, SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { partnerOf, type Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { localDateTime } from '@plimsoll/contracts/calendar';
import { ListMembers } from '@plimsoll/projections/member-list/query';
import { FindOrganization } from '@plimsoll/projections/organization-settings/query';
import { FindBilling } from '@plimsoll/projections/subscription/query';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { fieldError, throwRefusal } from '../http/problem-of.ts';
import { Accepting, Content, CurrentTenant, Envelope, Path, ReceivedAt, Search, type Accept } from '../http/request-parts.ts';
import { RouteOf, routeOf, type AnswerOf, type BodyOf, type PathOf, type QueryOf } from '../http/route-of.ts';
import { Viewers } from '../identity/viewers.ts';
import { OrganizationsNow } from '../organizations/organizations-now.ts';
import { Progress } from '../progress.ts';
import { billingAnswer, productsFor, subscriptionAnswer } from './billing-answers.ts';
import { BillingLog } from './billing-log.ts';
import { billingStatusAt, billingStatusOf, soldTo } from './billing-status.ts';
import { ChoosePlan } from './choose-plan.ts';
import { Sales } from './sales.ts';
import { WrongCodes } from './wrong-codes.ts';

/** What is sold to an organization, and what it has of it. */
@Controller()
export class BillingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly progress: Progress,
    private readonly viewers: Viewers,
    private readonly sales: Sales,
    private readonly log: BillingLog,
    private readonly organizations: OrganizationsNow,
    private readonly wrongCodes: WrongCodes,
  ) {}

  @RouteOf('getBilling')
  async billing(@CurrentTenant() tenant: string): Promise<AnswerOf<'getBilling'>> {
    const [billing, sold] = await Promise.all([this.queries.execute(new FindBilling(tenant)), this.#soldTo(tenant)]);
    return { ...billingAnswer(billing, this.sales.provider), isEnabled: sold !== null };
  }

  @RouteOf('listProducts')
  async products(@CurrentTenant() tenant: string, @ReceivedAt() now: Date): Promise<AnswerOf<'listProducts'>> {
    const items = await this.#products(tenant, now);
    return { items, totalCount: items.length };
  }

  @RouteOf('getProduct')
  async product(@CurrentTenant() tenant: string, @Path() { productKey }: PathOf<'getProduct'>, @ReceivedAt() now: Date): Promise<AnswerOf<'getProduct'>> {
    return (await this.#products(tenant, now)).find((product) => product.productKey === productKey) ?? throwRefusal('BillingLineItemNotFound');
  }

  @RouteOf('listSellingPoints')
  async sellingPoints(@CurrentTenant() tenant: string, @Path() { productGuid }: PathOf<'listSellingPoints'>, @ReceivedAt() now: Date): Promise<AnswerOf<'listSellingPoints'>> {
    const { sellingPoints } = (await this.#products(tenant, now)).find((product) => product.productGuid === productGuid) ?? throwRefusal('BillingLineItemNotFound');
    return { items: sellingPoints.map((text) => ({ text })), totalCount: sellingPoints.length };
  }

  @RouteOf('getDiscount')
  async discount(@CurrentTenant() tenant: string, @Path() { channelPartnerCode }: PathOf<'getDiscount'>, @ReceivedAt() now: Date): Promise<AnswerOf<'getDiscount'>> {
    if (channelPartnerCode.trim() === '') throwRefusal('MissingPromotionalCode', { fieldErrors: [fieldError('channelPartnerCode', 'MissingPromotionalCode')] });
    const { day } = await this.#onDay(tenant, now);
    const partner = (await this.wrongCodes.counting(tenant, () => Promise.resolve(this.sales.catalogue && partnerOf(this.sales.catalogue, channelPartnerCode, day)))) ?? throwRefusal('PromotionalCodeNotFound');
    const { code, partnerName, trialDays, validTo, plans } = partner;
    return { code, partnerName, trialDays, validTo, plans: plans.map(({ productPlanGuid, discounts }) => ({ productPlanGuid, discounts: [...discounts] })) };
  }

  @RouteOf('getBillingStatus')
  async status(@CurrentTenant() tenant: string, @Search() { asOf }: QueryOf<'getBillingStatus'>, @ReceivedAt() now: Date): Promise<AnswerOf<'getBillingStatus'>> {
    if (asOf !== undefined) {
      const { day, billing, isNow } = await this.log.told(tenant, asOf, now);
      if (!isNow) return billingStatusAt(tenant, billing, await this.#soldTo(tenant), day);
    }
    const organization = (await this.queries.execute(new FindOrganization(tenant))) ?? throwRefusal('OrganizationNotFound');
    return billingStatusOf(organization, this.sales.catalogue, now);
  }

  @RouteOf('getSubscription')
  subscription(@CurrentTenant() tenant: string, @Search() { asOf }: QueryOf<'getSubscription'>, @ReceivedAt() now: Date): Promise<AnswerOf<'getSubscription'>> {
    return this.#subscription(tenant, asOf, now);
  }

  @RouteOf('choosePlan')
  async choose(
    @Path() { productKey, billingFrequency }: PathOf<'choosePlan'>, @Content() { startFreeTrial, emailAddress, quantity }: BodyOf<'choosePlan'>, @Envelope() envelope: CommandEnvelope, @Accepting() accept: Accept, @ReceivedAt() now: Date,
  ): Promise<AnswerOf<'choosePlan'>> {
    const { position } = accept(await this.commands.execute(new ChoosePlan(envelope, { productKey, billingInterval: billingFrequency, startFreeTrial, emailAddress, quantity: quantity ?? null })));
    await this.progress.waitFor(envelope.tenant, position, routeOf('choosePlan').readModels);
    // What the subscription covers from now on is open at the next request.
    this.organizations.forget(envelope.tenant);
    return { subscription: await this.#subscription(envelope.tenant, undefined, now), purchase: null };
  }

  async #subscription(tenant: string, asOf: string | undefined, now: Date): Promise<SubscriptionAnswer> {
    const [told, members, sold] = await Promise.all([this.log.told(tenant, asOf, now), this.queries.execute(new ListMembers(tenant)), this.#soldTo(tenant)]);
    return subscriptionAnswer(tenant, told, sold, told.isNow ? members.length : null);
  }

  async #products(tenant: string, now: Date): Promise<BillingProduct[]> {
    const { billing, day } = await this.#onDay(tenant, now);
    return productsFor(billing, this.sales.catalogue, day);
  }

  /** Nothing where BILLING is off. */
  async #soldTo(tenant: string): Promise<Catalogue | null> {
    const organization = await this.organizations.of(tenant);
    return organization ? soldTo(organization.standing, this.sales.catalogue) : null;
  }

  /** Billing that was not opened has the days of where the organization is. */
  async #onDay(tenant: string, now: Date): Promise<{ readonly billing: BillingState | null; readonly day: string }> {
    const billing = await this.queries.execute(new FindBilling(tenant));
    return { billing, day: billing ? localDateTime(now, billing.timeZone).date : await this.viewers.dayAt(tenant, now) };
  }
}
