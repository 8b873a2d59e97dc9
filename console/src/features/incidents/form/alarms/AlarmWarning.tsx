import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { now } from '../../../../lib/session/clock.ts';
import { Banner } from '../../../../ui/feedback/Banner.tsx';
import type { EventFields, Situation } from '../fields/event-fields.ts';
import type { JudgedFields } from './judge.ts';
import { useAlarmSettings } from './use-alarm-settings.ts';

/** Whether anything is filled in that a rule may depend on. */
const mayMeetRules = ({ answers, injuredPersons, isUrgent }: JudgedFields): boolean =>
  isUrgent ||
  injuredPersons.some(({ classification, nature, event }) => classification || nature || event) ||
  Object.values(answers).some((answer) => answer !== undefined && answer !== null && answer !== '');

/**
 * Says that the report alerts people at once, and why. The rules are loaded once something is filled in that may meet
 * one.
 */
export function AlarmWarning({ fields, situation }: { fields: JudgedFields; situation: Situation }) {
  const settings = useAlarmSettings();
  const [judge, setJudge] = useState<typeof import('./judge.ts') | null>(null);
  const isNeeded = settings !== undefined && mayMeetRules(fields);
  useEffect(() => {
    if (isNeeded) void import('./judge.ts').then(setJudge, () => undefined);
  }, [isNeeded]);
  const text = isNeeded && judge ? judge.alarmText(fields, situation, settings, now()) : null;
  return (
    text && (
      <Banner tone="danger" live>
        {text}
      </Banner>
    )
  );
}

/** The warning about what is filled in now. */
export function TypedAlarmWarning({ situation }: { situation: Situation }) {
  const { control } = useFormContext<EventFields>();
  const [answers, injuredPersons, isUrgent, occurrenceDate, worksite] = useWatch({
    control,
    name: ['answers', 'injuredPersons', 'isUrgent', 'occurrenceDate', 'worksite'],
  });
  return (
    <AlarmWarning fields={{ answers, injuredPersons, isUrgent, occurrenceDate, worksite }} situation={situation} />
  );
}
