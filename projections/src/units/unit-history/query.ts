import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { UnitHistory } from '@plimsoll/contracts/units/units';
import { memberTable } from '../../members/member-list/project.ts';
import { reportingGroupTable } from '../../organizations/organization-settings/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { foldUnitHistory, type UnitHistoryEntry } from './fold-unit-history.ts';
import { unitHistoryTable } from './project.ts';

/**
 * Lists what happened to a worksite or reporting group, oldest first, including groups archived in its favour. Empty
 * for an unknown one.
 */
export class ListUnitHistory extends Query<UnitHistory> {
  constructor(
    readonly tenant: string,
    readonly unitGuid: string,
  ) {
    super();
  }
}

const HISTORY = `
  select h.*, actor.name as actor_name, own.name as unit_name, target.name as reassigned_to_name
  from ${unitHistoryTable} h
  left join ${memberTable} actor on actor.tenant = $1 and actor.user_guid = h.actor_guid
  left join ${reportingGroupTable} own on own.tenant = $1 and own.reporting_group_guid = h.unit_guid
  left join ${reportingGroupTable} target on target.tenant = $1 and target.reporting_group_guid = h.reassigned_to_guid
  where h.tenant = $1 and (h.unit_guid = $2 or h.reassigned_to_guid = $2) order by h.position`;

/** Answers `ListUnitHistory`. */
@QueryHandler(ListUnitHistory)
export class ListUnitHistoryHandler implements IQueryHandler<ListUnitHistory> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, unitGuid }: ListUnitHistory): Promise<UnitHistory> {
    return foldUnitHistory(
      unitGuid,
      await this.reader.ask<UnitHistoryEntry>(tenant, {
        name: 'unit history',
        text: HISTORY,
        values: [tenant, unitGuid],
      }),
    );
  }
}
