import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { organizationDomainRemoved } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { Claim, DomainState } from './organization-domain.ts';

/** Removes a domain; another organization can then verify it. Refuses: RecordNotFound. */
export const removeDomain = (claim: Claim, domain: DomainState): Decision<EventOf<typeof organizationDomainRemoved>> =>
  domain === 'NONE' ? refuse('RecordNotFound') : [{ type: 'OrganizationDomainRemoved', data: claim }];
