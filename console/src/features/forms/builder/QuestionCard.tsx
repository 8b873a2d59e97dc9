import { questionTypes, type KeptForm, type Question, type QuestionType } from '@plimsoll/contracts/forms/form';
import { newGuid } from '../../../lib/format/ids.ts';
import { SortableItem } from '../../../ui/data/SortableList.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { NumberField } from '../../../ui/inputs/TextField.tsx';
import { typeLabels } from '../labels.ts';
import css from './Builder.module.css';
import { ConditionFields } from './ConditionFields.tsx';
import { optionsOf } from './conditions.ts';
import {
  AutoSaveSelect,
  AutoSaveTextField,
  AutoSaveTextArea,
  useAutoSaveChoice,
  useAutoSaveText,
} from './AutoSave.tsx';
import type { Builder } from './use-builder.ts';

const types = questionTypes.map((type) => ({ value: type, label: typeLabels[type] }));
const bounded: ReadonlySet<QuestionType> = new Set(['TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'MULTI_CHOICE']);
const limits = [
  { value: 'PAST_ONLY', label: 'Not in the future' },
  { value: 'FUTURE_ONLY', label: 'Not in the past' },
] as const;

interface QuestionCardProps {
  form: KeptForm;
  question: Question;
  place: number;
  builder: Builder;
  onRemove: () => void;
}

const boundOf = (typed: string): number | null =>
  typed.trim() === '' || Number.isNaN(Number(typed)) ? null : Number(typed);

/** Editor of a question. Each field is saved when it is left. */
export function QuestionCard({ form, question, place, builder, onRemove }: QuestionCardProps) {
  const { questionGuid } = question;
  const change = (
    fields: Partial<
      Pick<Question, 'type' | 'text' | 'moreInfo' | 'required' | 'options' | 'min' | 'max' | 'dateLimit' | 'showIf'>
    >,
  ) => void builder.save({ what: 'questions', body: { change: [{ questionGuid, ...fields }] } });
  const typeField = useAutoSaveChoice({ value: question.type, onLeft: (chosen) => chosen && change({ type: chosen }) });
  // The fields follow the chosen type immediately. If they changed only when it is saved, the focused field could
  // disappear.
  const type = typeField.value ?? question.type;
  const errorOf = (field: string) => builder.errors.get(`questions.${questionGuid}.${field}`);
  const name = question.text || `question ${place}`;
  const isChoice = type === 'CHOICE' || type === 'MULTI_CHOICE';
  return (
    <SortableItem
      id={questionGuid}
      name={name}
      label={`Question ${place}`}
      title={<h3>Question {place}</h3>}
      className={css.card}
      onRemove={onRemove}
    >
      <FieldStack>
        <AutoSaveTextField
          id={`text-${questionGuid}`}
          label={type === 'INFO' ? 'Words' : 'Question'}
          value={question.text}
          error={errorOf('text')}
          maxLength={1000}
          onLeft={(text) => change({ text })}
        />
        <div className={css.pair}>
          <SelectField label="Answered by" options={types} error={errorOf('type')} {...typeField} />
          {bounded.has(type) && (
            <Bounds question={{ ...question, type }} error={errorOf('min') ?? errorOf('max')} onLeft={change} />
          )}
          {(type === 'DATE' || type === 'DATE_TIME') && (
            <AutoSaveSelect
              label="Which days"
              optional
              placeholder="Any day"
              options={limits}
              value={question.dateLimit}
              onLeft={(dateLimit) => change({ dateLimit })}
            />
          )}
        </div>
        {isChoice && (
          <AutoSaveTextArea
            label="Options"
            hint="One a line."
            value={question.options.map(({ label }) => label).join('\n')}
            error={errorOf('options')}
            onLeft={(typed) => change({ options: optionsOf(typed, question.options, newGuid) })}
          />
        )}
        <AutoSaveTextField
          id={`info-${questionGuid}`}
          label="Explanation"
          optional
          value={question.moreInfo ?? ''}
          error={errorOf('moreInfo')}
          maxLength={5000}
          onLeft={(typed) => change({ moreInfo: typed || null })}
        />
        {type !== 'INFO' && (
          <CheckboxField
            label="Must be answered"
            checked={question.required}
            onChange={({ target }) => change({ required: target.checked })}
          />
        )}
        <ConditionFields
          form={form}
          question={question}
          error={errorOf('showIf')}
          onChange={(showIf) => change({ showIf })}
        />
      </FieldStack>
    </SortableItem>
  );
}

function Bounds({
  question: { type, min, max },
  error,
  onLeft,
}: {
  question: Question;
  error: string | undefined;
  onLeft: (bounds: Partial<Pick<Question, 'min' | 'max'>>) => void;
}) {
  const unit = type === 'TEXT' || type === 'LONG_TEXT' ? 'characters' : type === 'MULTI_CHOICE' ? 'choices' : undefined;
  const least = useAutoSaveText({
    value: min === null ? '' : String(min),
    onLeft: (typed) => onLeft({ min: boundOf(typed) }),
  });
  const most = useAutoSaveText({
    value: max === null ? '' : String(max),
    onLeft: (typed) => onLeft({ max: boundOf(typed) }),
  });
  return (
    <>
      <NumberField label="At least" optional unit={unit} error={error} {...least} />
      <NumberField label="At most" optional unit={unit} {...most} />
    </>
  );
}
