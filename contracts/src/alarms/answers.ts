import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { person } from '../kernel/values/person.ts';
import { alertedGroups } from './events.ts';
import { ownRule } from './own-rules.ts';
import { alarmCommands } from './policy.ts';
import { alarmStates } from './progress.ts';
import { alarmCodes, alarmLevels, alertedAtOnce } from './rules.ts';

/** Who is alerted by which rule, and how soon. */
export const alarmSettings = z.object({
  /** In the order of their rank. */
  rules: z.array(
    z.object({
      code: z.enum(alarmCodes),
      name: z.string(),
      isEnabled: z.boolean(),
      level: z.enum(alarmLevels),
      atOnce: z.enum(alertedAtOnce),
    }),
  ),
  /** By name; one is stale if its question is not in the form's newest version. */
  ownRules: z.array(z.object({ ...ownRule.shape, name: z.string(), isStale: z.boolean() })),
  nextAfterMinutes: z.int(),
  everyoneAfterMinutes: z.int(),
  firstSteps: z.string(),
  isFirstStepsShipped: z.boolean(),
  /** Questions that enabled rules depend on, by form. */
  questions: z.record(z.string(), z.array(z.string())),
  /** Copies of built-in forms that shipped rules do not reach, with the codes that no own rule stands for. */
  gaps: z.array(z.object({ formGuid: z.string(), name: z.string(), missing: z.array(z.enum(alarmCodes)) })),
  revision: z.int(),
});
export type AlarmSettingsAnswer = z.output<typeof alarmSettings>;

/** A rule that an alarm names. */
const metRule = z.object({ code: z.string().nullable(), ruleGuid: z.string().nullable(), name: z.string() });

/** An alarm in a list. */
export const listedAlarm = z.object({
  alarmGuid: z.string(),
  isDrill: z.boolean(),
  /** Null for a drill, as are number and name of the form. */
  eventId: z.string().nullable(),
  number: z.int().nullable(),
  formName: z.string().nullable(),
  worksite: z.object({ guid: z.string(), name: z.string() }).nullable(),
  level: z.enum(alarmLevels),
  rules: z.array(metRule),
  state: z.enum(alarmStates),
  round: z.int(),
  raisedAt: instant,
  answeredBy: person.nullable(),
  answeredAt: instant.nullable(),
  nextStepAt: instant.nullable(),
  isUnanswered: z.boolean(),
});
export type ListedAlarm = z.output<typeof listedAlarm>;

export const alarmList = z.object({
  items: z.array(listedAlarm),
  totalCount: z.int(),
  limit: z.int(),
  offset: z.int(),
});
export type AlarmList = z.output<typeof alarmList>;

/** What became of the mail to a person: null where none is sent. */
export const alarmMailStates = ['WAITING', 'SENT', 'FAILED', 'NOT_NEEDED'] as const;
export type AlarmMailState = (typeof alarmMailStates)[number];

/** An alarm with what was done and what is next. */
export const alarmDetail = listedAlarm.extend({
  occurrenceDate: z.string().nullable(),
  occurrenceTime: z.string().nullable(),
  timeZone: z.string(),
  /** When the reporter did it, and when the log got it. */
  reportedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  emergencyPhone: z.string().nullable(),
  emergencyNumber: z.string().nullable(),
  /** Of calling it off. */
  reason: z.string().nullable(),
  steps: z.array(
    z.object({
      round: z.int(),
      step: z.int(),
      to: z.enum(alertedGroups),
      at: instant,
      /** Null for those who see the alarm and may not answer it. */
      people: z
        .array(
          person.extend({
            mail: z.enum(alarmMailStates).nullable(),
            mailAt: instant.nullable(),
            /** How often the mail was tried. */
            mailTries: z.int(),
            push: z.enum(alarmMailStates).nullable(),
          }),
        )
        .nullable(),
    }),
  ),
  firstSteps: z.string(),
  /** What must be reported to an authority, once the product knows it. */
  duties: z.array(z.looseObject({})),
  allowedCommands: z.array(z.enum(alarmCommands)),
  revision: z.int(),
});
export type AlarmDetail = z.output<typeof alarmDetail>;

export const raiseAlarmAnswer = z.object({ alarmGuid: z.string(), revision: z.int() });
export const alarmCommandAnswer = z.object({ alarmGuid: z.string(), state: z.enum(alarmStates), revision: z.int() });
export const drillStarted = z.object({ alarmGuid: z.string() });

/** What the link of an alarm's mail shows to the person it was sent to. */
export const linkedAlarm = z.object({
  state: z.enum(alarmStates),
  /** Whether this person has it. */
  isYours: z.boolean(),
  isDrill: z.boolean(),
  number: z.int().nullable(),
  /** Null if the event is sensitive. */
  formName: z.string().nullable(),
  worksiteName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  emergencyNumber: z.string().nullable(),
  answeredBy: person.nullable(),
});
export type LinkedAlarm = z.output<typeof linkedAlarm>;
