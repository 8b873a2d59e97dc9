import type { Membership, Startup } from '@plimsoll/contracts/organizations/answers';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { OperatingLocation, OrganizationAnswer } from '@plimsoll/contracts/organizations/settings';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import { encodePermissions } from '@plimsoll/contracts/permissions/permissions';
import { billingStatusOf } from '../billing/billing-status.ts';
import { bySector } from './locations/industries.ts';

/** The viewer as a member of the organization. */
type ViewingMember = Pick<Member, 'isAdmin' | 'userGroupNames'>;

/** Long lists that are the same for all members; serialized once. */
export type Units = 'worksites' | 'reportingGroups';

/** How members of an organization sign in. */
const authTypeOf = (
  singleSignOn: Pick<Organization['singleSignOn'], 'active'> | null,
): OrganizationAnswer['authType'] => (singleSignOn?.active ? 'SSO_SAML' : 'USERNAME_PASSWORD');

/** Industries of an organization in all its regions, by sector. */
export const industriesOf = ({ locations }: Pick<Organization, 'locations'>) =>
  bySector(locations.flatMap(({ industryGuids }) => industryGuids));

/** The plan of an organization's subscription. @param sold null where no payments are taken */
const planOf = (
  { billing }: Organization,
  { planName, nextBillingDate }: BillingStatus,
  sold: Catalogue | null,
): OrganizationAnswer['plan'] =>
  planName === null
    ? null
    : {
        name: planName,
        productPlanGuid: (sold && billing?.plan?.productPlanGuid) ?? null,
        nextBillingDate,
        paymentDetails: { hasPaymentDetails: (billing?.paymentMethod ?? null) !== null },
      };

/** An organization as shown to one of its members. */
export function organizationAnswer(
  organization: Organization,
  { members, logo }: { members: Membership[]; logo: string | null },
  viewer: ViewingMember,
  sold: Catalogue | null,
  now: Date,
): OrganizationAnswer {
  const { guid, name, username, sizeRange, timeZone, createdDate, onboardingStatus, revision } = organization;
  const status = billingStatusOf(organization, sold, now);
  const { subscriptionStatus, freeTrialRemainingDays } = status;
  return {
    guid,
    name,
    username,
    sizeRange,
    timeZone,
    createdDate,
    onboardingStatus,
    authType: authTypeOf(organization.singleSignOn),
    logo,
    members,
    industries: industriesOf(organization),
    subscriptionStatus,
    plan: planOf(organization, status, sold),
    freeTrialRemainingDays,
    isAdmin: viewer.isAdmin,
    userGroupNames: [...viewer.userGroupNames],
    revision,
  };
}

/**
 * An organization as the startup answer shows it: with what the first screens need, but without worksites and reporting
 * groups.
 */
export function startupOrganization(
  organization: Organization,
  logo: string | null,
  membership: ViewingMember & Pick<Member, 'permissions' | 'isOnboarded'>,
  sold: Catalogue | null,
  now: Date,
): Omit<NonNullable<Startup['organization']>, Units> {
  const {
    guid,
    name,
    username,
    sizeRange,
    timeZone,
    createdDate,
    onboardingStatus,
    modules,
    customerConfig,
    externalSystems,
    locations,
  } = organization;
  const status = billingStatusOf(organization, sold, now);
  return {
    guid,
    name,
    username,
    sizeRange,
    timeZone,
    createdDate,
    onboardingStatus,
    authType: authTypeOf(organization.singleSignOn),
    logo,
    billingStatus: status,
    plan: planOf(organization, status, sold),
    externalSystems,
    locationCount: locations.length,
    isAdmin: membership.isAdmin,
    isOnboarded: membership.isOnboarded,
    userGroupNames: [...membership.userGroupNames],
    permissions: encodePermissions(membership.permissions),
    modules,
    customerConfig,
  };
}

/** Regions in which an organization operates; the oldest first, which is the primary one. */
export const operatingLocations = ({ locations }: Pick<Organization, 'locations'>): OperatingLocation[] =>
  locations.map(({ regionGuid, industryGuids }, index) => ({
    region: regionOf(regionGuid)!,
    isPrimary: index === 0,
    industryGuids,
    sectorAndIndustries: bySector(industryGuids),
  }));
