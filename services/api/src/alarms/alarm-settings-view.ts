import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { alarmCodes, alarmRules, type AlarmCode } from '@plimsoll/contracts/alarms/rules';
import { questionsOfRules, shippedFirstSteps, type AlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { Form } from '@plimsoll/contracts/forms/form';

/** A form of an organization's own that began as a copy of a built-in one. */
export interface CopiedForm {
  readonly form: Form;
  readonly original: Form;
}

interface SettingsShown {
  readonly settings: AlarmSettings;
  readonly revision: number;
  /** Forms that may be reported with. */
  readonly offered: readonly Form[];
  /** Newest versions of the forms that own rules name, by guid. */
  readonly named: ReadonlyMap<string, Form>;
  readonly copies: readonly CopiedForm[];
}

/** The alarm settings with the names of rules, and what they do not reach. */
export function alarmSettingsView({ settings, revision, offered, named, copies }: SettingsShown): AlarmSettingsAnswer {
  const { rules, ownRules, nextAfterMinutes, everyoneAfterMinutes, firstSteps } = settings;
  const questions = offered.flatMap((form) => {
    const guids = questionsOfRules(settings, form);
    return guids.length > 0 ? [[form.formGuid, guids] as const] : [];
  });
  const gaps = copies.flatMap(({ form, original }) => {
    const missing = missingIn(form, original, settings);
    return missing.length > 0 ? [{ formGuid: form.formGuid, name: form.name, missing }] : [];
  });
  return {
    rules: rules.map((rule) => ({ ...rule, name: alarmRules[rule.code].name })),
    ownRules: ownRules.map((rule) => {
      const form = named.get(rule.formGuid);
      return { ...rule, isStale: !form || !questionsOf(form).has(rule.questionGuid) };
    }),
    nextAfterMinutes,
    everyoneAfterMinutes,
    firstSteps: firstSteps ?? shippedFirstSteps,
    isFirstStepsShipped: firstSteps === null,
    questions: Object.fromEntries(questions),
    gaps,
    revision,
  };
}

/**
 * Rules that depend on questions of the original, for whose counterparts in the copy there is no own rule. Questions of a
 * copy have guids of their own, so they are compared by their texts; one whose text was changed counts as covered once
 * any own rule names a question of the copy.
 */
function missingIn(form: Form, original: Form, { ownRules }: AlarmSettings): AlarmCode[] {
  const named = new Set(ownRules.filter((rule) => rule.formGuid === form.formGuid).map((rule) => rule.questionGuid));
  const ofOriginal = questionsOf(original);
  const counterparts = new Map([...questionsOf(form).values()].map(({ text, questionGuid }) => [text, questionGuid]));
  return alarmCodes.filter((code) => {
    const asked = alarmRules[code].questions.flatMap((guid) => ofOriginal.get(guid) ?? []);
    return (
      asked.length > 0 &&
      !asked.some(({ text }) => {
        const counterpart = counterparts.get(text);
        return counterpart === undefined ? named.size > 0 : named.has(counterpart);
      })
    );
  });
}
