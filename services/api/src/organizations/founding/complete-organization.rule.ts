import { PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { modulesAtFirst } from '@plimsoll/contracts/organizations/features';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { EventMetadata, EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationCreated, OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { billingDecider } from '../../billing/billing-stream.ts';
import { beginBilling } from '../../billing/open-billing.ts';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { refuse } from '../../commands/decision.ts';
import { execute, type Outcome, type UseCase } from '../../commands/execute.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { findFounder, type Founder } from './founder.ts';
import { memberDecider, type MemberState } from '../../members/member.ts';
import { loadEntry, type OrganizationEntry } from './organization-entry.ts';
import { organizationDecider, type Organization } from '../organization.ts';

/**
 * First events of a registered organization: its creation under its original name, and its founder's membership as
 * admin, not yet onboarded.
 */
export function beginOrganization(
  { registered }: Pick<OrganizationEntry, 'registered'>,
  founder: Founder,
): [created: EventOf<typeof organizationCreated>, joined: OrganizationEvent] {
  const { organizationGuid, name, username, founding, utmCodes } = registered;
  const { userGuid, emailAddress, currencyCode, channelPartner } = founder;
  return [
    {
      type: 'OrganizationCreated',
      data: {
        organizationGuid,
        name,
        username,
        ...founding!,
        modules: [...modulesAtFirst],
        founderGuid: userGuid,
        currencyCode,
        channelPartner,
        utmCodes,
        onboardingStatus: 'NOT_ONBOARDED',
      },
    },
    {
      type: 'MemberJoined',
      data: {
        userGuid,
        name: founder.name,
        emailAddress,
        isAdmin: true,
        userGroups: ['Standard'],
        reportingGroupGuid: null,
        through: 'FOUNDER',
        isOnboarded: false,
      },
    },
  ];
}

/**
 * Envelope of the founding command in the organization's log: deterministic, regardless of who completes it and when.
 */
const foundingEnvelope = ({
  registered: { organizationGuid, founderGuid },
  metadata: { first },
}: OrganizationEntry): CommandEnvelope =>
  causedBy(
    first,
    systemEnvelope({
      tenant: organizationGuid,
      actor: { ...PRODUCT_ACTOR, userGuid: founderGuid! },
      name: 'found',
      at: new Date(first.at),
    }),
  );

/** Sets actor and time of the command that caused this one, as in the installation's log. */
export const causedBy = (cause: EventMetadata, envelope: CommandEnvelope): CommandEnvelope => ({
  ...envelope,
  metadata: { ...cause, commandId: envelope.commandId, causationId: cause.commandId },
});

/** Use case that founds the organization and opens its billing on the day of the founder's command. */
const foundingUseCase = (
  entry: OrganizationEntry,
  founder: Founder,
  sold: Catalogue | null,
): UseCase<MemberState, [Organization | null, BillingState | null]> => ({
  own: memberDecider.of(entry.registered.organizationGuid, founder.userGuid),
  others: [
    organizationDecider.of(entry.registered.organizationGuid),
    billingDecider.of(entry.registered.organizationGuid),
  ],
  decide: ({ stream }, organization, billing) => {
    if (organization.state) return { records: [] };
    const [created, joined] = beginOrganization(entry, founder);
    const opened = sold ? [beginBilling(created.data, sold, new Date(entry.metadata.first.at))] : [];
    return {
      records: [
        { stream: organization.stream, event: created },
        ...opened.map((event) => ({ stream: billing.stream, event })),
        { stream, event: joined },
      ],
    };
  },
});

/**
 * Founds an organization in its own log from its entry in the installation's log; no effect if that is done.
 * @param sold null if the installation takes no payments: then billing is not opened.
 * Refuses: OrganizationNotFound, MissingUserAccount.
 */
export async function completeFounding(
  store: EventStore,
  organizationGuid: string,
  sold: Catalogue | null,
): Promise<Outcome> {
  const entry = await loadEntry(store, organizationGuid);
  if (!entry?.registered.founding) return refuse('OrganizationNotFound');
  const founder = await findFounder(store, entry.registered.founderGuid!);
  return founder
    ? execute(store, foundingEnvelope(entry), foundingUseCase(entry, founder, sold))
    : refuse('MissingUserAccount');
}
