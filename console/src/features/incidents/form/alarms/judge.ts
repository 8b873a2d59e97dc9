import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { isRecentEnough } from '@plimsoll/contracts/alarms/rules';
import { rulesMet } from '@plimsoll/contracts/alarms/settings';
import { todayIn } from '../../../../lib/format/time.ts';
import { zoneOf, type EventFields, type Situation } from '../fields/event-fields.ts';
import { componentsOf } from '../fields/questions.ts';

/** Parts of a report that may raise an alarm. */
export type JudgedFields = Pick<EventFields, 'answers' | 'injuredPersons' | 'isUrgent' | 'occurrenceDate' | 'worksite'>;

const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Says what alerts people as soon as the report arrives; null if nothing does. Notices alert no one. */
export function alarmText(
  { answers, injuredPersons, isUrgent, occurrenceDate, worksite }: JudgedFields,
  situation: Situation,
  settings: Pick<AlarmSettingsAnswer, 'rules' | 'ownRules'>,
  now: Date,
): string | null {
  const { form } = situation;
  const timeZone = zoneOf({ worksite }, situation);
  if (!isRecentEnough({ occurrenceDate: occurrenceDate || todayIn(timeZone, now), timeZone }, now)) return null;
  const met = rulesMet(
    {
      injuredPersons: injuredPersons.map(({ classification, nature, event }) => ({
        classification: classification || null,
        nature: nature || null,
        event: event || null,
      })),
      components: componentsOf(form, answers),
      isCalled: isUrgent,
      severity: null,
      likelihood: null,
    },
    form,
    settings,
  ).filter(({ level }) => level === 'ALARM');
  if (met.length === 0) return null;
  // Own rules are named by the organization, whose capitals may mean something.
  const names = met.map(({ code, name }) => (code === null ? `“${name}”` : inSentence(name)));
  return `This alerts people at once: ${names.join(', ')}.`;
}
