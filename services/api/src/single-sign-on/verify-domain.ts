import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type {
  organizationDomainAdded,
  organizationDomainVerified,
} from '@plimsoll/contracts/single-sign-on/sso-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import { onDomain, type Claim, type DomainState } from './organization-domain.ts';
import { defineCommand } from '../commands/define-command.ts';

/** Result of the lookup of a domain's TXT record. */
export type FoundRecord = 'FOUND' | 'NOT_FOUND' | 'NO_ANSWER';

const words = {
  NOT_FOUND: 'The TXT record was not found, or says something else. New records take a while to be seen everywhere.',
  NO_ANSWER: 'The name servers of this domain did not answer. Try again later.',
} as const;

/**
 * Verifies a domain by its TXT record; no effect on a verified one. Refuses: RecordNotFound if it was not added,
 * MissingRelatedEntity without the record.
 */
function verifyDomain(
  claim: Claim,
  domain: DomainState,
  found: FoundRecord,
): Decision<EventOf<typeof organizationDomainVerified>> {
  if (domain === 'NONE') return refuse('RecordNotFound');
  if (domain === 'VERIFIED') return [];
  if (found !== 'FOUND')
    return refuse('MissingRelatedEntity', {
      fieldErrors: [fieldError('domain', 'MissingRelatedEntity', words[found])],
    });
  return [{ type: 'OrganizationDomainVerified', data: { ...claim, by: 'TXT_RECORD' } }];
}

/** Also refuses: DuplicateDomain. */
export const VerifyDomain = defineCommand(onDomain('VerifyDomain', verifyDomain));

/** Adds and verifies a domain on behalf of an operator, without a TXT record. */
const grantDomain = (
  claim: Claim,
  domain: DomainState,
): Decision<EventOf<typeof organizationDomainAdded | typeof organizationDomainVerified>> => [
  ...(domain === 'NONE' ? [{ type: 'OrganizationDomainAdded' as const, data: claim }] : []),
  ...(domain === 'VERIFIED'
    ? []
    : [{ type: 'OrganizationDomainVerified' as const, data: { ...claim, by: 'OPERATOR' as const } }]),
];

/** Refuses: DuplicateDomain. */
export const GrantDomain = defineCommand(onDomain('GrantDomain', grantDomain));
