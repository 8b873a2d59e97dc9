import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_DOMAINS } from '@plimsoll/contracts/single-sign-on/sso';
import type { organizationDomainAdded } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { Claim, DomainState } from './organization-domain.ts';

/** What the read model says besides of a domain that is to be added. */
export interface AboutDomain {
  /** Whether another organization has verified it. */
  readonly isAnothers: boolean;
  readonly ownCount: number;
}

/** Adds a domain, of which a TXT record is to show whose it is. Refuses: DuplicateDomain, LimitReached. One that is there already writes nothing. */
export function addDomain(
  claim: Claim,
  domain: DomainState,
  { isAnothers, ownCount }: AboutDomain,
): Decision<EventOf<typeof organizationDomainAdded>> {
  if (domain !== 'NONE') return [];
  if (isAnothers) return refuse('DuplicateDomain', { fieldErrors: [fieldError('domain', 'DuplicateDomain')] });
  if (ownCount >= MAX_DOMAINS)
    return refuse('LimitReached', {
      fieldErrors: [fieldError('domain', 'LimitReached', `An organization has at most ${MAX_DOMAINS} domains`)],
    });
  return [{ type: 'OrganizationDomainAdded', data: claim }];
}
