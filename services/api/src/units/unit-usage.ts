import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import type { Position } from '@plimsoll/event-store/port/event-store';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';

/** What a reporting group has, and whatever was archived in its favour. */
export interface GroupUsage {
  readonly memberCount: number;
  readonly eventCount: number;
}

/** Up to which position of the log it was counted. */
interface CountedTo {
  readonly position: Position;
}

const nothing = { memberCount: 0, eventCount: 0 };

/** Before it was looked up. */
export const noUsage: GroupUsage & CountedTo = { ...nothing, position: 0 };

/** What hangs on worksites and reporting groups, as the log has it when it is asked. Reports do not wait for anybody: whether more came in while it is decided the append sees (`noReferencesAfter`). */
@Injectable()
export class UnitUsageNow {
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
