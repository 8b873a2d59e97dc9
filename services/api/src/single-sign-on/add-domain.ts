import { QueryBus } from '@nestjs/cqrs';
import { FindNewestDomain, ListDomains } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import { defineCommand } from '../commands/define-command.ts';
import { LimitedRecords } from '../commands/limited-records.ts';
import { addDomain } from './add-domain.rule.ts';
import { domainDecider, type Claim } from './organization-domain.ts';

/** @param isAnothers whether another organization has verified it. */
export const AddDomain = defineCommand({
  name: 'AddDomain',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, claim: Claim, isAnothers: boolean) => {
    const { organizationGuid } = claim;
    return limited.execute(store, envelope, {
      own: domainDecider.of(claim),
      limit: `domain of ${organizationGuid}`,
      readModels: ['organization-domains'],
      newest: () => queries.execute(new FindNewestDomain(organizationGuid)),
      count: async () => (await queries.execute(new ListDomains(organizationGuid))).length,
      decide: (domain, ownCount) => addDomain(claim, domain, { isAnothers, ownCount }),
    });
  },
});
