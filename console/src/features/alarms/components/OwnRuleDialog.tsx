import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { operatorFor } from '@plimsoll/contracts/alarms/own-rules';
import type { Question } from '@plimsoll/contracts/forms/form';
import { formQuery, formsQuery } from '../../../lib/api/form-queries.ts';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { readNumber } from '../../../lib/forms/typed-number.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { NumberField, TextField } from '../../../ui/inputs/TextField.tsx';
import { RULE_NOT_SAVED, SAVED, SAVE_RULE } from '../settings-labels.ts';
import { EffectFields, type Effect } from './EffectFields.tsx';
import { useSettingsForm, type SettingsRequest } from './settings-form.tsx';

type OwnRule = AlarmSettingsAnswer['ownRules'][number];

interface OwnRuleFields extends Effect {
  name: string;
  formGuid: string;
  questionGuid: string;
  /** As typed or chosen. */
  value: string;
}

interface OwnRuleDialogProps {
  settings: AlarmSettingsAnswer;
  /** Null for a new rule. */
  rule: OwnRule | null;
  /** The form of a new rule, if it is about a certain one. */
  formGuid?: string | undefined;
  onClose: () => void;
}

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

const operatorOf = (question: Question | undefined) => (question && operatorFor(question)) ?? 'EQUALS';

/** The value of a rule as its question has it. */
function valueOf(typed: string, question: Question | undefined): boolean | number | string {
  if (question?.type === 'YES_NO') return typed === 'true';
  if (question?.type === 'INTEGER')
    return readNumber(typed, { max: Number.MAX_SAFE_INTEGER, decimals: 0 }).value ?? Number.NaN;
  return typed;
}

/** Adds or changes a rule of the organization: an answer to a question of one of its forms raises an alarm or notice. */
export function OwnRuleDialog({ settings, rule, formGuid: proposed = '', onClose }: OwnRuleDialogProps) {
  const { organization } = useStarted();
  const forms = useQuery(formsQuery(organization.guid));
  const [chosenForm, setChosenForm] = useState(rule?.formGuid ?? proposed);
  const detail = useQuery({ ...formQuery(organization.guid, chosenForm), enabled: chosenForm !== '' });
  const questions = (detail.data?.groups ?? []).flatMap((group) => group.questions).filter((each) => operatorFor(each));
  const questionOf = (guid: string) => questions.find(({ questionGuid }) => questionGuid === guid);
  const changed = (fields: OwnRuleFields): SettingsRequest['ownRules'][number] => ({
    ...(rule && { ruleGuid: rule.ruleGuid }),
    name: fields.name.trim(),
    formGuid: fields.formGuid,
    questionGuid: fields.questionGuid,
    operator: operatorOf(questionOf(fields.questionGuid)),
    value: valueOf(fields.value, questionOf(fields.questionGuid)),
    level: fields.level,
    atOnce: fields.atOnce,
    isEnabled: fields.isEnabled,
  });
  const place = rule ? settings.ownRules.indexOf(rule) : settings.ownRules.length;
  const { form, notice } = useSettingsForm<OwnRuleFields>(settings, {
    start: rule
      ? { ...rule, value: String(rule.value) }
      : {
          name: '',
          formGuid: proposed,
          questionGuid: '',
          value: '',
          isEnabled: true,
          level: 'ALARM',
          atOnce: 'FIRST',
        },
    change: (fields, { ownRules }) => ({
      ownRules: rule
        ? ownRules.map((each) => (each.ruleGuid === rule.ruleGuid ? changed(fields) : each))
        : [...ownRules, changed(fields)],
    }),
    check: ({ name, formGuid, questionGuid, value }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: fieldTexts.nameMissing }]),
      ...(formGuid ? [] : [{ field: 'formGuid', message: 'Choose a form' }]),
      ...(questionGuid ? [] : [{ field: 'questionGuid', message: 'Choose a question' }]),
      ...(questionGuid && Number.isNaN(valueOf(value, questionOf(questionGuid)))
        ? [{ field: 'value', message: 'Enter a whole number' }]
        : value === '' && questionGuid
          ? [{ field: 'value', message: 'Choose an answer' }]
          : []),
    ],
    place: (field) => (field.startsWith(`ownRules.${place}.`) ? field.slice(`ownRules.${place}.`.length) : null),
    done: SAVED,
    onClose,
  });
  const formField = useChosen(form, 'formGuid');
  const questionField = useChosen(form, 'questionGuid');
  const valueField = useChosen(form, 'value');
  const question = questionOf(questionField.value);
  const chooseQuestion = (guid: string) => {
    questionField.onChange(guid);
    valueField.onChange('');
  };
  const shared = {
    label: 'Answer',
    ...valueField,
    onChange: (value: string | null) => valueField.onChange(value ?? ''),
  };
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused={RULE_NOT_SAVED}
      title={rule ? `Rule: ${rule.name}` : 'Add a rule'}
      text={!rule && 'An answer to a question of a form raises an alarm or a notice.'}
      confirmLabel={SAVE_RULE}
      icon={<IconCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="It is shown in alarms, for example “Crane touched a power line”."
        autoComplete="off"
        {...form.typed('name')}
      />
      <SelectField
        label="Form"
        {...formField}
        options={(forms.data?.items ?? []).map(({ formGuid, name }) => ({ value: formGuid, label: name }))}
        onChange={(guid) => {
          formField.onChange(guid ?? '');
          setChosenForm(guid ?? '');
          chooseQuestion('');
        }}
      />
      {formField.value !== '' && (
        <FindField
          label="Question"
          hint="A question with yes or no, with choices, or for a whole number."
          {...questionField}
          loading={detail.isPending}
          options={questions.map(({ questionGuid, text }) => ({ value: questionGuid, label: text }))}
          onChange={chooseQuestion}
        />
      )}
      {question?.type === 'YES_NO' && (
        <ChoiceField
          {...shared}
          columns={2}
          options={yesNo}
          value={(shared.value || null) as 'true' | 'false' | null}
        />
      )}
      {question?.type === 'INTEGER' && (
        <NumberField
          label="Answer"
          inputMode="numeric"
          name="value"
          value={valueField.value}
          error={valueField.error}
          onChange={({ target }) => valueField.onChange(target.value)}
        />
      )}
      {question && question.options.length > 0 && (
        <SelectField
          {...shared}
          label={question.type === 'MULTI_CHOICE' ? 'Answer, among others' : 'Answer'}
          options={question.options}
        />
      )}
      <EffectFields form={form as unknown as CommandForm<Effect>} />
    </FormDialog>
  );
}
