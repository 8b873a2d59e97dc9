import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { alarmRules } from '@plimsoll/contracts/alarms/rules';
import { questionsOfRules, shippedAlarmSettings, shippedFirstSteps } from '@plimsoll/contracts/alarms/settings';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';

/** Alarm settings as they are shipped. */
export const alarmSettingsAnswer = (change: Partial<AlarmSettingsAnswer> = {}): AlarmSettingsAnswer => ({
  rules: shippedAlarmSettings.rules.map((rule) => ({ ...rule, name: alarmRules[rule.code].name })),
  ownRules: [],
  nextAfterMinutes: 15,
  everyoneAfterMinutes: 30,
  firstSteps: shippedFirstSteps,
  isFirstStepsShipped: true,
  questions: Object.fromEntries(
    builtInForms.map((form) => [form.formGuid, questionsOfRules(shippedAlarmSettings, form)]),
  ),
  gaps: [],
  revision: 3,
  ...change,
});
