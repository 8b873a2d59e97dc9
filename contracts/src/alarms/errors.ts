import { conflict } from '../errors/error-entry.ts';

export const alarmErrors = {
  AlarmStateConflict: conflict('The alarm’s current state does not allow this'),
} as const;
