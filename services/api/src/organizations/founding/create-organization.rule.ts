import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationCreated } from '@plimsoll/contracts/organizations/events';
import { refuse, type Decision } from '../../commands/decision.ts';

type Created = Omit<EventOf<typeof organizationCreated>['data'], 'organizationGuid'>;
export type NewOrganization = Pick<Created, 'name' | 'timeZone' | 'sizeRange' | 'modules'> & Partial<Created>;

/** Fields of an organization that an operator creates: no founder, no tracking, and onboarding already complete. */
const byOperator = {
  username: null,
  founderGuid: null,
  currencyCode: 'CAD',
  channelPartner: null,
  utmCodes: null,
  onboardingStatus: 'ONBOARDED',
} as const;

/** Creates an organization whose guid is the envelope's tenant. Refuses: DuplicateGuid. */
export function createOrganization(
  organizationGuid: string,
  organization: NewOrganization,
  isThere: boolean,
): Decision<EventOf<typeof organizationCreated>> {
  return isThere
    ? refuse('DuplicateGuid')
    : [{ type: 'OrganizationCreated', data: { organizationGuid, ...byOperator, ...organization } }];
}
