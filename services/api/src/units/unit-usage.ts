import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { Position } from '@plimsoll/event-store/port/event-store';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';

/** Number of a group's members and events, including those of groups archived into it. */
export interface GroupUsage {
  readonly memberCount: number;
  readonly eventCount: number;
}

/** Position of the log up to which was counted. */
interface CountedTo {
  readonly position: Position;
}

const nothing = { memberCount: 0, eventCount: 0 };

/** Initial value, before counting. */
export const noUsage: GroupUsage & CountedTo = { ...nothing, position: 0 };

/**
 * Counts what references worksites and reporting groups, including everything in the log so far. Reports are not
 * blocked meanwhile: the append detects references written after the count (`noReferencesAfter`).
 */
@Injectable()
export class UnitUsageReader {
  constructor(
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
  ) {}

  async ofGroup(tenant: string, guid: string): Promise<GroupUsage & CountedTo> {
    const { position } = await this.progress.waitForHead(tenant, [
      'organization-settings',
      'member-list',
      'incident-list',
    ]);
    const organization = await this.queries.execute(new FindOrganization(tenant));
    const { memberCount, eventCount } = organization?.reportingGroups.find((group) => group.guid === guid) ?? nothing;
    return { memberCount, eventCount, position };
  }

  async ofWorksite(tenant: string, guid: string): Promise<Pick<GroupUsage, 'eventCount'> & CountedTo> {
    const { position } = await this.progress.waitForHead(tenant, ['organization-settings', 'incident-list']);
    const organization = await this.queries.execute(new FindOrganization(tenant));
    const { eventCount } = organization?.worksites.find((worksite) => worksite.guid === guid) ?? nothing;
    return { eventCount, position };
  }
}
