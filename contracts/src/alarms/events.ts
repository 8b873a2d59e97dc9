import { z } from 'zod';
import { defineEvent, personal, textOfIncident, subject, type EventOf } from '../kernel/domain-event.ts';
import { instant } from '../kernel/values/dates.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { alarmLevels } from './rules.ts';
import { namedRule, storedAlarmSettings } from './settings.ts';

/** Whom a step goes to. LISTS: who reviews the event and everyone on its call lists, of a notice. */
export const alertedGroups = ['FIRST', 'NEXT', 'EVERYONE', 'LISTS'] as const;
export type AlertedGroup = (typeof alertedGroups)[number];

/** How an alarm was answered: in the product, by the link of a mail, or by a button of a push message. */
export const answerChannels = ['SESSION', 'LINK', 'PUSH'] as const;
export type AnswerChannel = (typeof answerChannels)[number];

/** The whole settings, in place of those before. */
export const alarmSettingsSet = defineEvent('AlarmSettingsSet', storedAlarmSettings);

/** What each event of an alarm says, so that a reader of one alone knows what it is about. */
const about = {
  /** Null for a drill. */
  eventId: guid.nullable(),
  isDrill: z.boolean(),
  isSensitive: z.boolean(),
  worksiteGuid: guid.nullable(),
  reportingGroupGuid: guid.nullable(),
  level: z.enum(alarmLevels),
  /** All that it names, in the order of their rank. */
  rules: z.array(namedRule),
  /** From 1; the next begins when an alarm that was answered is raised again. */
  round: z.int().positive(),
  /** Of the round. */
  step: z.int().min(0).max(5),
};

/** A step of a round, with the people whom it goes to, settled when it was taken. */
const stepTaken = {
  to: z.enum(alertedGroups),
  recipients: z.array(guid),
  /** When the next step is due unless someone answers; null after the last one, and for a notice. */
  nextStepAt: instant.nullable(),
};

/** The beginning of a round, or a notice. */
export const alarmRaised = defineEvent('AlarmRaised', z.strictObject({ ...about, ...stepTaken }));

/** It went on to others, by the clock or because another rule was met. */
export const alarmEscalated = defineEvent(
  'AlarmEscalated',
  z.strictObject({
    ...about,
    ...stepTaken,
    /** Who has the alarm and keeps it, while others are alerted about something worse; null while nobody has it. */
    heldByGuid: guid.nullable(),
  }),
);

export const alarmAcknowledged = defineEvent(
  'AlarmAcknowledged',
  z.strictObject({
    ...about,
    byGuid: guid,
    via: z.enum(answerChannels),
    /** From another person who had it. */
    isTakenOver: z.boolean(),
  }),
);

export const alarmCalledOff = defineEvent(
  'AlarmCalledOff',
  z.strictObject({
    ...about,
    byGuid: guid,
    reason: personal(safeText.min(1).max(1_000), textOfIncident('eventId'), subject.member('byGuid')),
  }),
);

export const alarmEvents = [alarmRaised, alarmEscalated, alarmAcknowledged, alarmCalledOff] as const;
export type AlarmEvent = EventOf<(typeof alarmEvents)[number]>;
