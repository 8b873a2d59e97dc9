import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Question } from '@plimsoll/contracts/forms/form';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceField, ChoicesField } from '../../../ui/ChoiceField.tsx';
import { FindField } from '../../../ui/FindField.tsx';
import { DateField, NumberField, SignatureField, TextArea, TextField, TimeField } from '../../../ui/TextField.tsx';
import css from './EventForm.module.css';
import type { EventFields } from './event-fields.ts';
import type { AnswerField } from './questions.ts';
import { RiskQuestion } from './RiskQuestion.tsx';

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

const textOf = (answer: AnswerField): string => (typeof answer === 'string' ? answer : '');
const chosenOf = (answer: AnswerField): string[] => (Array.isArray(answer) ? answer : []);

/** One question of a form, by its type. */
export function QuestionField({ question, about, big }: { question: Question; about?: string | undefined; big: boolean }) {
  const { control } = useFormContext<EventFields>();
  const { field, fieldState } = useController({ control, name: `answers.${question.questionGuid}` });
  const people = useWatch({ control, name: 'injuredPersons' });
  const value = field.value as AnswerField;
  const words = { label: question.text, about, hint: question.moreInfo, error: fieldState.error?.message, optional: !question.required, question: big, name: field.name };
  const text = { ...words, value: textOf(value), onChange: field.onChange, onBlur: field.onBlur };
  const columns = question.options.every(({ label }) => label.length <= 22) ? 2 : 1;
  // A radio cannot be taken back; what need not be answered can.
  const clear = !question.required && value !== undefined && value !== null && value !== '' && (
    <Button variant="quiet" size="s" className={css.clear} onClick={() => field.onChange(null)}>
      Clear the answer
    </Button>
  );

  switch (question.type) {
    case 'ATTACHMENT':
      return null;
    case 'INFO':
      return (
        <p className={css.info}>
          {question.text}
          {question.moreInfo && <small>{question.moreInfo}</small>}
        </p>
      );
    case 'TEXT':
    case 'LOCATION':
    case 'PERSON':
      return <TextField {...text} autoComplete="off" />;
    case 'LONG_TEXT':
      return <TextArea {...text} />;
    case 'INTEGER':
      return <NumberField {...text} inputMode="numeric" />;
    case 'DECIMAL':
      return <NumberField {...text} />;
    case 'DATE':
      return <DateField {...text} />;
    case 'TIME':
      return <TimeField {...text} />;
    case 'DATE_TIME':
      return <TextField {...text} type="datetime-local" />;
    case 'SIGNATURE':
      return <SignatureField {...text} />;
    case 'RISK':
      return <RiskQuestion {...words} value={textOf(value)} onChange={field.onChange} />;
    case 'YES_NO':
      return (
        <div>
          <ChoiceField {...words} columns={2} options={yesNo} value={typeof value === 'boolean' ? (`${value}` as const) : null} onChange={(chosen) => field.onChange(chosen === 'true')} />
          {clear}
        </div>
      );
    case 'CHOICE':
      if (question.options.length > 8) return <FindField {...text} options={question.options} />;
      return (
        <div>
          <ChoiceField {...words} columns={columns} options={question.options} value={textOf(value) || null} onChange={field.onChange} />
          {clear}
        </div>
      );
    case 'MULTI_CHOICE':
      return <ChoicesField {...words} columns={columns} options={question.options} value={chosenOf(value)} onChange={field.onChange} />;
    case 'INJURED_PERSONS': {
      const names = [...new Set(people.map(({ name }) => name.trim()).filter(Boolean))].map((name) => ({ value: name, label: name }));
      if (names.length === 0) return <p className={css.info}>{question.text} First add the people who were hurt.</p>;
      return <ChoicesField {...words} options={names} value={chosenOf(value)} onChange={field.onChange} />;
    }
  }
}
