import { z } from 'zod';
import { defineEvent, plain, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';

const domain = plain(safeText.min(1).max(253), 'a domain is an organization’s');

/**
 * An identity provider's data, all of them, in place of those that waited. They count once they were tried and
 * activated; until then those before go on. In the organization's own stream, as all that follows of the provider.
 */
export const ssoProviderSet = defineEvent(
  'SsoProviderSet',
  z.strictObject({
    providerGuid: guid,
    entityId: plain(safeText.min(1).max(1_024), 'what a provider calls itself'),
    ssoUrl: plain(safeText.min(1).max(2_000), 'the address of a provider, which names nobody'),
    certificates: z
      .array(plain(safeText.min(1).max(10_000), 'a public key, in base64'))
      .min(1)
      .max(5),
    joinAutomatically: z.boolean(),
  }),
);

/** From now on members sign in through the provider whose data these are, and no password opens the organization. */
export const ssoActivated = defineEvent('SsoActivated', z.strictObject({ providerGuid: guid }));

/** Passwords open the organization again. The data wait for the next time. */
export const ssoDeactivated = defineEvent('SsoDeactivated', z.strictObject({}));

const ofDomain = z.strictObject({ organizationGuid: guid, domain });

/**
 * An organization says that a domain is its own. In the installation's log. Stream: UUIDv5 of organization and domain.
 */
export const organizationDomainAdded = defineEvent('OrganizationDomainAdded', ofDomain);

/** It has shown it, by a TXT record, or to an operator. The domain is reserved: no other organization has it. */
export const organizationDomainVerified = defineEvent(
  'OrganizationDomainVerified',
  ofDomain.extend({ by: z.enum(['TXT_RECORD', 'OPERATOR']) }),
);

export const organizationDomainRemoved = defineEvent('OrganizationDomainRemoved', ofDomain);

/**
 * What a member may change of their account, as the organization that has verified the domain of their address says. In
 * the stream of their membership.
 */
export const memberUserPermissionsChanged = defineEvent(
  'MemberUserPermissionsChanged',
  z.strictObject({
    userGuid: guid,
    managePassword: z.boolean(),
    managePersonalInformation: z.boolean(),
    manageProfilePhoto: z.boolean(),
  }),
);

export const ssoEvents = [
  ssoProviderSet,
  ssoActivated,
  ssoDeactivated,
  organizationDomainAdded,
  organizationDomainVerified,
  organizationDomainRemoved,
  memberUserPermissionsChanged,
] as const;
export type SsoEvent = EventOf<(typeof ssoEvents)[number]>;
