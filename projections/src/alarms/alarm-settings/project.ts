import type { StoredAlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const alarmSettingsTable = table('alarm_settings', {
  comment: 'What an organization has set about alarms.',
  key: ['settings_guid'],
  columns: { settings_guid: 'uuid', settings: of<StoredAlarmSettings>('jsonb'), revision: 'integer' },
  comments: { settings_guid: 'of their stream' },
});
export type AlarmSettingsRow = RowOf<typeof alarmSettingsTable>;

/** The alarm settings of organizations that have changed them. */
export const alarmSettings = defineReadModel({
  name: 'alarm-settings',
  version: 1,
  tables: [alarmSettingsTable],
  on: {
    AlarmSettingsSet: ({ stream, revision, data }, rows) =>
      rows.put(alarmSettingsTable, { settings_guid: stream.guid, settings: data, revision }),
  },
});
