import { defineStream } from '../kernel/stream.ts';
import { organizationDomainAdded, organizationDomainRemoved, organizationDomainVerified } from './sso-events.ts';

/** A domain of an organization, in the installation's log. */
export const organizationDomainStream = defineStream('organization-domain', [
  organizationDomainAdded,
  organizationDomainVerified,
  organizationDomainRemoved,
]);
