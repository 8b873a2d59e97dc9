import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { SsoEvent } from '@plimsoll/contracts/single-sign-on/sso-events';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { PlainCommand } from '../commands/define-command.ts';
import { isRefusal, type Decision } from '../commands/decision.ts';
import type { Reservation, UseCase } from '../commands/execute.ts';
import { organizationDomainStream } from '@plimsoll/contracts/single-sign-on/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';
import { heldBy, nameKind } from '../commands/reserved-name.ts';

/** State of a domain for an organization, in the installation's log. */
export type DomainState = 'NONE' | 'ADDED' | 'VERIFIED';

/** A domain and the organization that claims it. */
export interface Claim {
  readonly organizationGuid: string;
  readonly domain: string;
}

const evolveDomain = (domain: DomainState, { type }: RecordedOf<typeof organizationDomainStream>): DomainState =>
  type === 'OrganizationDomainAdded'
    ? 'ADDED'
    : type === 'OrganizationDomainVerified'
      ? 'VERIFIED'
      : type === 'OrganizationDomainRemoved'
        ? 'NONE'
        : domain;

export const domainDecider = decider({
  stream: organizationDomainStream,
  initial: 'NONE' as DomainState,
  evolve: evolveDomain,
  guid: ({ organizationGuid, domain }: Claim) => nameBasedGuid(`${organizationGuid} ${domain}`, INSTALLATION_TENANT),
});

const domainKind = nameKind('domain', (domain: string) => `domain:${domain}`);

/** Reserves a verified domain for one organization. */
const domainReservation = (domain: string): Reservation => ({ key: domainKind.of(domain), taken: 'DuplicateDomain' });

const verifiedDomain = decider({
  stream: organizationDomainStream,
  initial: null as string | null,
  evolve: (domain, event) => {
    if (event.type === 'OrganizationDomainVerified') return event.data.domain;
    return event.type === 'OrganizationDomainRemoved' ? null : domain;
  },
});

export const verifiedDomains = heldBy(verifiedDomain, [
  domainKind,
  (domain) => (domain === null ? [] : [domainKind.of(domain)]),
]);

/**
 * Defines a command about an organization's domain, in the installation's log. The event that verifies a domain
 * reserves it, and the one that removes it releases it.
 */
export const onDomain = <Args extends readonly unknown[]>(
  name: string,
  decide: (claim: Claim, domain: DomainState, ...args: Args) => Decision<SsoEvent>,
): PlainCommand<[Claim, ...Args], DomainState, []> => ({
  name,
  useCase: (_, claim, ...args): UseCase<DomainState, []> => ({
    own: domainDecider.of(claim),
    decide: ({ stream, state }) => {
      const decision = decide(claim, state, ...args);
      if (isRefusal(decision)) return decision;
      const has = (type: SsoEvent['type']) => decision.some((event) => event.type === type);
      return {
        records: decision.map((event) => ({ stream, event })),
        ...(has('OrganizationDomainVerified') && { reservations: [domainReservation(claim.domain)] }),
        ...(has('OrganizationDomainRemoved') &&
          state === 'VERIFIED' && { releases: [domainReservation(claim.domain).key] }),
      };
    },
  }),
});
