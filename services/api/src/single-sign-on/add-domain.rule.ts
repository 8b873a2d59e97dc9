import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_DOMAINS } from '@plimsoll/contracts/single-sign-on/sso';
import type { organizationDomainAdded } from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { Claim, DomainState } from './organization-domain.ts';

/** Facts from the read model about a domain to add. */
export interface DomainFacts {
  /** Whether another organization has verified it. */
  readonly isAnothers: boolean;
  readonly ownCount: number;
}

/**
 * Adds a domain, to be verified by a TXT record; no effect if it was added already. Refuses: DuplicateDomain,
 * LimitReached.
 */
export function addDomain(
  claim: Claim,
  domain: DomainState,
  { isAnothers, ownCount }: DomainFacts,
): Decision<EventOf<typeof organizationDomainAdded>> {
  if (domain !== 'NONE') return [];
  if (isAnothers) return refuse('DuplicateDomain', { fieldErrors: [fieldError('domain', 'DuplicateDomain')] });
  if (ownCount >= MAX_DOMAINS)
    return refuse('LimitReached', {
      fieldErrors: [fieldError('domain', 'LimitReached', `An organization has at most ${MAX_DOMAINS} domains`)],
    });
  return [{ type: 'OrganizationDomainAdded', data: claim }];
}
