import { QueryBus } from '@nestjs/cqrs';
import type { SsoEvent } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { NameForGood } from '@plimsoll/event-store/chain/derived-names';
import type { Position, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { FindNewestDomain, ListDomains } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { defineCommand } from '../commands/define-command.ts';
import { LimitedRecords, placeKind } from '../commands/limited-records.ts';
import { reservedForGood } from '../commands/reserved-name.ts';
import { addDomain } from './add-domain.rule.ts';
import { domainDecider, type Claim } from './organization-domain.ts';

/** Name of the limit on an organization's domains, which are in the installation's log. */
const limitOf = (organizationGuid: string): string => `domain of ${organizationGuid}`;

export const domainPlaces = reservedForGood(placeKind, {
  types: ['OrganizationDomainAdded', 'OrganizationDomainVerified'] satisfies SsoEvent['type'][],
  begin: () => {
    /** Where each organization added domains, the newest first, back to the last one that took a place. */
    const added = new Map<string, readonly Position[]>();
    return (events) => {
      // One that an operator adds is verified by the same command, and takes no place.
      const isGranted = events.some(({ type }) => type === 'OrganizationDomainVerified');
      return events.flatMap((event): NameForGood[] => {
        const { type, data, position } = event as RecordedEvent & SsoEvent;
        if (type !== 'OrganizationDomainAdded') return [];
        const before = added.get(data.organizationGuid) ?? [0];
        added.set(data.organizationGuid, isGranted ? [position, ...before] : [position]);
        if (isGranted) return [];
        // The newest had been read before an operator added another one at the same time, or after it.
        const [name, ...alternatives] = before.map((newest) => placeKind.of(limitOf(data.organizationGuid), newest));
        return [{ name: name!, alternatives, isSinceUpgrade: true }];
      });
    };
  },
});

/** @param isAnothers whether another organization has verified it. */
export const AddDomain = defineCommand({
  name: 'AddDomain',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, claim: Claim, isAnothers: boolean) => {
    const { organizationGuid } = claim;
    return limited.execute(store, envelope, {
      own: domainDecider.of(claim),
      limit: limitOf(organizationGuid),
      readModels: ['organization-domains'],
      newest: () => queries.execute(new FindNewestDomain(organizationGuid)),
      count: async () => (await queries.execute(new ListDomains(organizationGuid))).length,
      decide: (domain, ownCount) => addDomain(claim, domain, { isAnothers, ownCount }),
    });
  },
});
