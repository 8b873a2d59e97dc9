import type { alarmSettingsSet } from '@plimsoll/contracts/alarms/events';
import { canBeAnswered, operatorFor, type OwnRule } from '@plimsoll/contracts/alarms/own-rules';
import type { SetAlarmSettingsRequest } from '@plimsoll/contracts/alarms/requests';
import { alarmCodes } from '@plimsoll/contracts/alarms/rules';
import { alarmSettingsOf, type AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { alarmSettingsTexts } from '@plimsoll/contracts/alarms/texts';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';

export interface SetAlarmSettingsInput {
  readonly body: SetAlarmSettingsRequest;
  /** The newest versions of the forms that own rules name, by guid. */
  readonly forms: ReadonlyMap<string, Form>;
  readonly newGuid: () => string;
}

/**
 * Sets the alarm settings as a whole; the same again writes nothing. Refuses, at the field: a
 * shipped rule that is missing or given twice, a death that is off or a notice, everyone before the next person, and own rules
 * whose form, question or value does not exist. A rule that is left as it was stays, even if its question is gone.
 */
export function setAlarmSettings(
  { body, forms, newGuid }: SetAlarmSettingsInput,
  before: AlarmSettings,
): Decision<EventOf<typeof alarmSettingsSet>> {
  const ownRules = body.ownRules.map((rule): OwnRule => ({ ...rule, ruleGuid: rule.ruleGuid ?? newGuid() }));
  const unchanged = new Set(before.ownRules.map((rule) => textOf(rule)));
  const errors = [
    ...shippedRuleErrors(body.rules),
    ...twice(ownRules.map(({ ruleGuid }) => ruleGuid)).map((index) =>
      fieldError(`ownRules.${index}.ruleGuid`, 'MalformedRequest', fieldTexts.givenTwice),
    ),
    ...ownRules.flatMap((rule, index) =>
      unchanged.has(textOf(rule)) ? [] : ownRuleErrors(rule, `ownRules.${index}`, forms.get(rule.formGuid)),
    ),
    ...(body.everyoneAfterMinutes <= body.nextAfterMinutes
      ? [fieldError('everyoneAfterMinutes', 'MalformedRequest', alarmSettingsTexts.everyoneIsLater)]
      : []),
  ];
  if (errors.length > 0) return refuse('MalformedRequest', { fieldErrors: errors });
  const data = { ...body, ownRules, firstSteps: body.firstSteps === '' ? null : body.firstSteps };
  if (textOf(alarmSettingsOf(data)) === textOf(before)) return [];
  return [{ type: 'AlarmSettingsSet', data }];
}

/** A text that is the same for equal values, whatever the order of their fields. */
const textOf = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => one.localeCompare(other)))
      : each,
  );

/** The places of values that were there before. */
const twice = (values: readonly string[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

/** Every shipped rule must be there once, and a death always is an alarm. */
function shippedRuleErrors(rules: SetAlarmSettingsRequest['rules']): FieldError[] {
  const codes = rules.map(({ code }) => code);
  const error = (field: string, message: string) => fieldError(field, 'MalformedRequest', message);
  return [
    ...(alarmCodes.every((code) => codes.includes(code)) ? [] : [error('rules', alarmSettingsTexts.ruleMissing)]),
    ...twice(codes).map((index) => error(`rules.${index}.code`, fieldTexts.givenTwice)),
    ...rules.flatMap(({ code, isEnabled, level }, index) =>
      code === 'DEATH'
        ? [
            ...(isEnabled ? [] : [error(`rules.${index}.isEnabled`, alarmSettingsTexts.deathStays)]),
            ...(level === 'ALARM' ? [] : [error(`rules.${index}.level`, alarmSettingsTexts.deathStays)]),
          ]
        : [],
    ),
  ];
}

function ownRuleErrors(rule: OwnRule, path: string, form: Form | undefined): FieldError[] {
  const error = (field: keyof OwnRule, message: string) => [
    fieldError(`${path}.${field}`, 'MalformedRequest', message),
  ];
  if (!form) return [fieldError(`${path}.formGuid`, 'FormNotFound')];
  const question = questionsOf(form).get(rule.questionGuid);
  if (!question) return error('questionGuid', alarmSettingsTexts.noSuchQuestion);
  const operator = operatorFor(question);
  if (operator === null) return error('questionGuid', alarmSettingsTexts.notComparable);
  if (operator !== rule.operator) return error('operator', alarmSettingsTexts.otherOperator);
  return canBeAnswered(question, rule.value) ? [] : error('value', alarmSettingsTexts.impossibleValue);
}
