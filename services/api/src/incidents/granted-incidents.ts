import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindWholeList } from '@plimsoll/projections/incidents/incident-list/whole-list';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

/** Which incidents an auditor's grant covers. */
@Injectable()
export class GrantedIncidents {
  constructor(private readonly queries: QueryBus) {}

  /** Whether the viewer's grant covers an incident; members need none. */
  async covers(tenant: string, viewer: Viewer, eventId: string): Promise<boolean> {
    if (!viewer.auditor) return true;
    const found = await this.queries.execute(new FindWholeList(tenant, viewer, {}, new Date(), [eventId]));
    return found.length > 0;
  }
}
