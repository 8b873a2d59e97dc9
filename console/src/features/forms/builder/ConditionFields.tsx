import type { KeptForm, Question } from '@plimsoll/contracts/forms/form';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import css from './Builder.module.css';
import { conditionOn, conditionsFor, valuesOf } from './conditions.ts';
import { AutoSaveSelect, AutoSaveTextField, useAutoSaveChoice } from './AutoSave.tsx';

interface ConditionFieldsProps {
  form: KeptForm;
  question: Question;
  error: string | undefined;
  onChange: (showIf: Question['showIf']) => void;
}

const comparisons = [
  { value: 'EQUALS', label: 'is' },
  { value: 'NOT_EQUALS', label: 'is not' },
] as const;

/** Chooses the condition on which a question is asked: an earlier question and its value. */
export function ConditionFields({ form, question, error, onChange }: ConditionFieldsProps) {
  const earlier = conditionsFor(form, question.questionGuid);
  const { showIf } = question;
  const parent = showIf && earlier.find(({ questionGuid }) => questionGuid === showIf.question);
  const options = earlier.map(({ questionGuid, text }, index) => ({
    value: questionGuid,
    label: text || `Question ${index + 1}`,
  }));
  const choose = (guid: string | null) => {
    const chosen = earlier.find(({ questionGuid }) => questionGuid === guid);
    onChange(chosen ? conditionOn(chosen) : null);
  };
  const parentField = useAutoSaveChoice({ value: showIf?.question ?? null, onLeft: choose });
  if (earlier.length === 0 && !showIf) return null;
  const isOtherwise = showIf?.operator === 'NOT_EQUALS';
  return (
    <div className={css.pair}>
      <SelectField
        label="Asked only if"
        optional
        placeholder="It is asked of everybody"
        options={options}
        error={error}
        {...parentField}
      />
      {showIf && parent && parentField.value === showIf.question && (
        <>
          {parent.type !== 'MULTI_CHOICE' && (
            <AutoSaveSelect
              label="Comparison"
              options={comparisons}
              value={isOtherwise ? 'NOT_EQUALS' : 'EQUALS'}
              onLeft={(chosen) => onChange(conditionOn(parent, String(showIf.value), chosen === 'NOT_EQUALS'))}
            />
          )}
          {parent.type === 'INTEGER' ? (
            <AutoSaveTextField
              label="Number"
              value={String(showIf.value)}
              onLeft={(typed) => onChange(conditionOn(parent, typed, isOtherwise))}
            />
          ) : (
            <AutoSaveSelect
              label={parent.type === 'MULTI_CHOICE' ? 'Has among its answers' : 'Answer'}
              options={valuesOf(parent)}
              value={String(showIf.value)}
              onLeft={(chosen) => chosen && onChange(conditionOn(parent, chosen, isOtherwise))}
            />
          )}
        </>
      )}
    </div>
  );
}
