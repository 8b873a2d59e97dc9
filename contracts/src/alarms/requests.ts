import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { alarmStates } from './progress.ts';
import { ownRule } from './own-rules.ts';
import { alarmCodes, alarmLevels, alertedAtOnce } from './rules.ts';
import { MAX_FIRST_STEPS_LENGTH } from './settings.ts';

/** Maximum number of an organization's own rules. */
export const MAX_OWN_RULES = 50;

const shippedRule = z.strictObject({
  code: z.enum(alarmCodes),
  isEnabled: z.boolean(),
  level: z.enum(alarmLevels),
  atOnce: z.enum(alertedAtOnce),
});

/** The whole settings: every shipped rule once. What one part demands of another is checked when they are set. */
export const setAlarmSettingsRequest = z.strictObject({
  rules: z.array(shippedRule).max(MAX_OWN_RULES),
  ownRules: z
    .array(
      ownRule.extend({
        /** Of a rule that there is already; a new one gets its own. */
        ruleGuid: guid.optional(),
        name: safeText.trim().min(1).max(120),
        value: z.union([z.boolean(), z.int(), safeText.max(1_000)]),
      }),
    )
    .max(MAX_OWN_RULES),
  nextAfterMinutes: z.int().min(5).max(60),
  everyoneAfterMinutes: z.int().min(10).max(120),
  firstSteps: safeText.trim().max(MAX_FIRST_STEPS_LENGTH).nullable(),
});
export type SetAlarmSettingsRequest = z.output<typeof setAlarmSettingsRequest>;

const one = <Value extends string>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value]);

/** Which alarms are listed; all states if none is given. */
export const alarmListQuery = z.strictObject({
  state: z
    .union([z.enum(alarmStates), z.array(z.enum(alarmStates))])
    .transform(one)
    .optional(),
  eventId: guid.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

export const raiseAlarmRequest = z.strictObject({ eventId: guid });
export const callOffAlarmRequest = z.strictObject({ reason: safeText.trim().min(1).max(1_000) });
export const startDrillRequest = z.strictObject({ worksiteGuid: guid.nullish() });

/** Drills that an organization may start in a day. */
export const MAX_DRILLS_A_DAY = 3;
