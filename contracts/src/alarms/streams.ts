import { defineStream } from '../kernel/stream.ts';
import { alarmEvents, alarmSettingsSet } from './events.ts';

export const alarmStream = defineStream('alarm', alarmEvents);
export const alarmSettingsStream = defineStream('alarm-settings', [alarmSettingsSet]);
