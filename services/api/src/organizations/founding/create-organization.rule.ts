import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';

type Created = Omit<EventOf<typeof organizationCreated>['data'], 'organizationGuid'>;
export type NewOrganization = Pick<Created, 'name' | 'timeZone' | 'sizeRange' | 'modules'> & Partial<Created>;

/** What is so of an organization that an operator founds: it has nobody to be led round, and nothing led it here. */
const byOperator = {
  username: null,
  founderGuid: null,
  currencyCode: 'CAD',
  channelPartner: null,
  utmCodes: null,
  onboardingStatus: 'ONBOARDED',
} as const;

/** Founds an organization: the envelope's tenant is its guid. Refuses: DuplicateGuid. */
export function createOrganization(
  organizationGuid: string,
  organization: NewOrganization,
  isThere: boolean,
): Decision<EventOf<typeof organizationCreated>> {
  return isThere
    ? refuse('DuplicateGuid')
    : [{ type: 'OrganizationCreated', data: { organizationGuid, ...byOperator, ...organization } }];
}
