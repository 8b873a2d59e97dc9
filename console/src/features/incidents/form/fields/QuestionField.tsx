import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { readableAddress } from '../../../../lib/format/addresses.ts';
import { isRisk, isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { Question } from '@plimsoll/contracts/forms/form';
import { useStarted } from '../../../../lib/session/startup.ts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import { ChoiceField, ChoicesField } from '../../../../ui/inputs/ChoiceField.tsx';
import { FindField, type Findable } from '../../../../ui/inputs/FindField.tsx';
import type { FieldLabels } from '../../../../ui/inputs/FormField.tsx';
import { DateField, NumberField, TextArea, TextField, TimeField } from '../../../../ui/inputs/TextField.tsx';
import { membersQuery } from '../../../../lib/api/member-queries.ts';
import css from '../EventForm.module.css';
import type { EventFields } from './event-fields.ts';
import { personKey, type AnswerField } from './questions.ts';

/** Loaded separately, because few forms use them. */
const FilesQuestion = lazy(async () => ({ default: (await import('./FilesQuestion.tsx')).FilesQuestion }));
const RiskQuestion = lazy(async () => ({ default: (await import('./RiskQuestion.tsx')).RiskQuestion }));
const SignatureQuestion = lazy(async () => ({ default: (await import('./SignatureQuestion.tsx')).SignatureQuestion }));

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

const textOf = (answer: AnswerField): string => (typeof answer === 'string' ? answer : '');
const chosenOf = (answer: AnswerField): string[] => (Array.isArray(answer) ? answer : []);

interface ChoosingProps extends FieldLabels {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** The persons of the report who have a name already. */
function useNamed(kind: 'injured' | 'related'): Findable[] {
  const { control } = useFormContext<EventFields>();
  const [injured, related] = useWatch({ control, name: ['injuredPersons', 'relatedPersons'] });
  const named =
    kind === 'injured'
      ? injured.map(({ name, injuredPersonGuid }) => ({ name, guid: injuredPersonGuid }))
      : related.map(({ name, relatedPersonGuid }) => ({ name, guid: relatedPersonGuid }));
  return named.flatMap(({ name, guid }, index) =>
    name.trim() ? [{ value: personKey(kind, index, guid), label: name.trim() }] : [],
  );
}

/** Question for a person: one of the report's, or a member. */
function PersonQuestion(props: ChoosingProps) {
  const { organization } = useStarted();
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...membersQuery(organization.guid), enabled: wanted || props.value !== '' });
  const members = (data?.items ?? []).map(({ userAccount }) => ({
    value: userAccount.guid,
    label: userAccount.name,
    hint: readableAddress(userAccount.primaryEmailAddress),
  }));
  return (
    <FindField
      {...props}
      options={[...useNamed('injured'), ...useNamed('related'), ...members]}
      onFocus={() => setWanted(true)}
      loading={wanted && !data}
    />
  );
}

/** Question for a place: an active worksite, or a region. */
function LocationQuestion(props: ChoosingProps) {
  const { organization, regions } = useStarted();
  const worksites = organization.worksites.filter(({ status, guid }) => status === 'ACTIVE' || guid === props.value);
  return (
    <FindField
      {...props}
      options={[...worksites, ...regions].map(({ guid, name }) => ({ value: guid, label: name }))}
    />
  );
}

/** Question for one or several of the injured persons. */
function InjuredQuestion({
  question,
  words,
  value,
  onChange,
}: {
  question: Question;
  words: FieldLabels & { name: string };
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const named = useNamed('injured').map(({ value: own, label }) => ({ value: own, label }));
  if (named.length === 0) return <p className={css.info}>{question.text} First add the people who were hurt.</p>;
  return <ChoicesField {...words} options={named} value={[...value]} onChange={onChange} />;
}

/** Question of a form, by its type. */
export function QuestionField({
  question,
  about,
  big,
}: {
  question: Question;
  about?: string | undefined;
  big: boolean;
}) {
  const { control } = useFormContext<EventFields>();
  const { field, fieldState } = useController({ control, name: `answers.${question.questionGuid}` });
  const value = field.value as AnswerField;
  const words = {
    label: question.text,
    about,
    hint: question.moreInfo,
    error: fieldState.error?.message,
    optional: !question.required,
    question: big,
    name: field.name,
  };
  const text = { ...words, value: textOf(value), onChange: field.onChange, onBlur: field.onBlur };
  const columns = question.options.every(({ label }) => label.length <= 22) ? 2 : 1;
  // Radio buttons cannot be unselected, so optional questions have a button for it.
  const clear = !question.required && value !== undefined && value !== null && value !== '' && (
    <Button variant="quiet" size="s" flush className={css.clear} onClick={() => field.onChange(null)}>
      Clear the answer
    </Button>
  );

  switch (question.type) {
    case 'ATTACHMENT':
      return (
        <Suspense>
          <FilesQuestion words={words} value={chosenOf(value)} onChange={field.onChange} />
        </Suspense>
      );
    case 'INFO':
      return (
        <p className={css.info}>
          {question.text}
          {question.moreInfo && <small>{question.moreInfo}</small>}
        </p>
      );
    case 'PERSON':
      return <PersonQuestion {...text} />;
    case 'LOCATION':
      return <LocationQuestion {...text} />;
    case 'TEXT':
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
      return (
        <Suspense>
          <SignatureQuestion
            words={words}
            value={value && typeof value === 'object' && !Array.isArray(value) && isSignature(value) ? value : null}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Suspense>
      );
    case 'RISK':
      return (
        <Suspense>
          <RiskQuestion
            {...words}
            value={value && typeof value === 'object' && !Array.isArray(value) && isRisk(value) ? value : null}
            onChange={field.onChange}
          />
        </Suspense>
      );
    case 'YES_NO':
      return (
        <div>
          <ChoiceField
            {...words}
            columns={2}
            options={yesNo}
            value={typeof value === 'boolean' ? (`${value}` as const) : null}
            onChange={(chosen) => field.onChange(chosen === 'true')}
          />
          {clear}
        </div>
      );
    case 'CHOICE':
      if (question.options.length > 8) return <FindField {...text} options={question.options} />;
      return (
        <div>
          <ChoiceField
            {...words}
            columns={columns}
            options={question.options}
            value={textOf(value) || null}
            onChange={field.onChange}
          />
          {clear}
        </div>
      );
    case 'MULTI_CHOICE':
      return (
        <ChoicesField
          {...words}
          columns={columns}
          options={question.options}
          value={chosenOf(value)}
          onChange={field.onChange}
        />
      );
    case 'INJURED_PERSONS':
      return <InjuredQuestion question={question} words={words} value={chosenOf(value)} onChange={field.onChange} />;
  }
}
