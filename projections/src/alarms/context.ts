import { defineReadContext } from '../platform/read-context.ts';
import { alarmList } from './alarm-list/project.ts';
import { alarmSettings } from './alarm-settings/project.ts';

export const alarms = defineReadContext({
  readModels: [alarmList, alarmSettings],
  queries: [() => import('./alarm-list/query.ts'), () => import('./alarm-settings/query.ts')],
});
