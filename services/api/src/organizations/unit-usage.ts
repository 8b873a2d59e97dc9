import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindOrganization } from '@plimsoll/projections/organization-settings/query';
import { Progress } from '../progress.ts';

/** What a reporting group has, and whatever was archived in its favour. */
export interface GroupUsage {
  readonly memberCount: number;
  readonly eventCount: number;
}

const nothing = { memberCount: 0, eventCount: 0 };

/** What hangs on worksites and reporting groups, as the log has it when it is asked. Reports do not wait for anybody: what comes in while it is decided is not counted. */
@Injectable()
export class UnitUsageNow {
  constructor(
    private readonly queries: QueryBus,
    private readonly progress: Progress,
  ) {}

  async ofGroup(tenant: string, guid: string): Promise<GroupUsage> {
    await this.progress.catchUp(tenant, ['organization-settings', 'member-list', 'incident-list']);
    const organization = await this.queries.execute(new FindOrganization(tenant));
    return organization?.reportingGroups.find((group) => group.guid === guid) ?? nothing;
  }

  async ofWorksite(tenant: string, guid: string): Promise<Pick<GroupUsage, 'eventCount'>> {
    await this.progress.catchUp(tenant, ['organization-settings', 'incident-list']);
    const organization = await this.queries.execute(new FindOrganization(tenant));
    return organization?.worksites.find((worksite) => worksite.guid === guid) ?? nothing;
  }
}
