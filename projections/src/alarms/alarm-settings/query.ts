import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { alarmSettingsOf, type AlarmSettings, type StoredAlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { alarmSettingsTable } from './project.ts';

/** Finds an organization's alarm settings; those that are shipped, with revision 0, while it has changed nothing. */
export class FindAlarmSettings extends Query<{ readonly settings: AlarmSettings; readonly revision: number }> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `FindAlarmSettings`. */
@QueryHandler(FindAlarmSettings)
export class FindAlarmSettingsHandler implements IQueryHandler<FindAlarmSettings> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: FindAlarmSettings) {
    const [row] = await this.reader.ask<{ settings: StoredAlarmSettings; revision: number }>(tenant, {
      name: 'alarm settings',
      text: `select settings, revision from ${alarmSettingsTable} where tenant = $1`,
      values: [tenant],
    });
    return { settings: alarmSettingsOf(row?.settings ?? null), revision: row?.revision ?? 0 };
  }
}
