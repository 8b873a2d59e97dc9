import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { organizationDomainTable } from './project.ts';

/** Finds the guid of the organization that has verified a domain; null if none has. */
export class FindDomainHolder extends Query<string | null> {
  constructor(readonly domain: string) {
    super();
  }
}

/** A domain that an organization claims or has verified. */
export interface ClaimedDomain {
  readonly domain: string;
  /** Null until ownership of the domain was proven. */
  readonly verifiedAt: string | null;
}

/** Lists the domains of an organization by name. The caller has verified that the person may know them. */
export class ListDomains extends Query<readonly ClaimedDomain[]> {
  constructor(readonly organizationGuid: string) {
    super();
  }
}

/** Finds the position where an organization added a domain last; 0 if it never did. */
export class FindNewestDomain extends Query<number> {
  constructor(readonly organizationGuid: string) {
    super();
  }
}

/** Answers `FindNewestDomain`. */
@QueryHandler(FindNewestDomain)
export class FindNewestDomainHandler implements IQueryHandler<FindNewestDomain> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ organizationGuid }: FindNewestDomain): Promise<number> {
    const [row] = await this.reader.ask<{ position: number }>(INSTALLATION_TENANT, {
      name: 'newest domain',
      text: `select coalesce(max(added_position), 0)::float8 as position from ${organizationDomainTable} where tenant = $1 and organization_guid = $2`,
      values: [INSTALLATION_TENANT, organizationGuid],
    });
    return row!.position;
  }
}

/** Answers `FindDomainHolder`. */
@QueryHandler(FindDomainHolder)
export class FindDomainHolderHandler implements IQueryHandler<FindDomainHolder> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ domain }: FindDomainHolder): Promise<string | null> {
    const [row] = await this.reader.ask<{ organization: string }>(INSTALLATION_TENANT, {
      name: 'domain holder',
      text: `select organization_guid as organization from ${organizationDomainTable} where tenant = $1 and domain = $2 and verified_at is not null order by verified_at limit 1`,
      values: [INSTALLATION_TENANT, domain],
    });
    return row?.organization ?? null;
  }
}

/** Answers `ListDomains`. */
@QueryHandler(ListDomains)
export class ListDomainsHandler implements IQueryHandler<ListDomains> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ organizationGuid }: ListDomains): Promise<readonly ClaimedDomain[]> {
    return this.reader.ask<ClaimedDomain>(INSTALLATION_TENANT, {
      name: 'domains',
      text: `select domain, verified_at as "verifiedAt" from ${organizationDomainTable} where tenant = $1 and organization_guid = $2 and not is_removed order by domain`,
      values: [INSTALLATION_TENANT, organizationGuid],
    });
  }
}
