import { isValidOn, partnerOf, type Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { billingOpened } from '@plimsoll/contracts/billing/events';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { execute, type Outcome } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { evolveOrganization, notFounded, type Organization } from '../organizations/organization.ts';
import { billingDecider } from './billing-stream.ts';
import { Sales } from './purchases/sales.ts';
import * as streams from '@plimsoll/contracts/organizations/streams';
import { decider } from '../commands/decider.ts';

type Opened = EventOf<typeof billingOpened>;
type Created = EventOf<typeof organizationCreated>['data'];

/** Data of an organization's founding that its billing begins with. */
export type FoundedWith = Pick<Created, 'currencyCode' | 'channelPartner' | 'utmCodes'> & {
  /** The organization's current time zone. */
  readonly timeZone: string;
};

/**
 * Opens billing in the founder's currency, with the terms of their partner and campaign on that day. A partner code
 * that is not valid on that day is ignored.
 */
export function beginBilling(
  { currencyCode: currency, channelPartner, utmCodes, timeZone }: FoundedWith,
  sold: Catalogue,
  at: Date,
): Opened {
  const day = localDateTime(at, timeZone).date;
  const partner = channelPartner === null ? null : partnerOf(sold, channelPartner, day);
  const trialDays = partner?.trialDays ?? null;
  const listed = new Set(
    sold.products
      .filter((product) => product.isListed && isValidOn(product, day))
      .map(({ productGuid }) => productGuid),
  );
  const isTrialOffered = sold.plans.some(
    (plan) =>
      plan.currency === currency &&
      listed.has(plan.productGuid) &&
      isValidOn(plan, day) &&
      (trialDays ?? plan.trialDays) > 0,
  );
  const needsPaymentDetails = sold.campaigns.some(
    (campaign) => campaign.utmCampaign === utmCodes?.utmCampaign && isValidOn(campaign, day),
  );
  return {
    type: 'BillingOpened',
    data: {
      day,
      currency,
      timeZone,
      channelPartnerCode: partner?.code ?? null,
      trialDays,
      needsPaymentDetails,
      isTrialOffered,
    },
  };
}

interface Founded {
  readonly created: Created;
  readonly organization: Organization;
}

const foundedOrganizationDecider = decider({
  stream: streams.organizationStream,
  initial: null as Founded | null,
  evolve: (founded, event): Founded | null => {
    const organization = evolveOrganization(founded?.organization ?? notFounded, event);
    return (
      organization && {
        organization,
        created: event.type === 'OrganizationCreated' ? event.data : founded!.created,
      }
    );
  },
});

/** Values that an operator sets instead of those that an organization was founded with. */
export interface OpenedWith {
  readonly currency?: Created['currencyCode'];
  readonly partner?: string;
  readonly campaign?: string;
}

/**
 * Opens billing if it is not open yet; open billing is left unchanged. Refuses: OrganizationNotFound;
 * PromotionalCodeNotFound for a partner or campaign that is not valid on the day.
 */
export function openBilling(
  billing: BillingState | null,
  founded: Founded | null,
  sold: Catalogue,
  at: Date,
  { currency, partner, campaign }: OpenedWith = {},
): Decision<Opened> {
  if (!founded) return refuse('OrganizationNotFound');
  if (billing) return [];
  const {
    created,
    organization: { timeZone },
  } = founded;
  const day = localDateTime(at, timeZone).date;
  if (partner !== undefined && !partnerOf(sold, partner, day)) return refuse('PromotionalCodeNotFound');
  if (campaign !== undefined && !sold.campaigns.some((one) => one.utmCampaign === campaign && isValidOn(one, day)))
    return refuse('PromotionalCodeNotFound');
  const foundedWith: FoundedWith = {
    currencyCode: currency ?? created.currencyCode,
    channelPartner: partner ?? created.channelPartner,
    utmCodes: campaign === undefined ? created.utmCodes : { ...created.utmCodes, utmCampaign: campaign },
    timeZone,
  };
  return [beginBilling(foundedWith, sold, at)];
}

/**
 * Opens billing for an organization founded before billing existed. Refuses: OrganizationNotFound;
 * PromotionalCodeNotFound; BillingLineItemNotFound when nothing is sold.
 */
export const OpenBilling = defineCommand({
  name: 'OpenBilling',
  needs: [Sales],
  handle:
    (sales) =>
    async (store, envelope, opened?: OpenedWith): Promise<Outcome> => {
      const { catalogue } = sales;
      if (!catalogue) return refuse('BillingLineItemNotFound');
      return execute(store, envelope, {
        own: billingDecider.of(envelope.tenant),
        others: [foundedOrganizationDecider.of(envelope.tenant)] as const,
        decide: ({ stream, state }, { state: founded }) => {
          const decision = openBilling(state, founded, catalogue, envelope.receivedAt, opened);
          return 'refused' in decision ? decision : { records: decision.map((event) => ({ stream, event })) };
        },
      });
    },
});
