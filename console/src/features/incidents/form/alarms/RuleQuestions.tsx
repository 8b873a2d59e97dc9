import css from '../EventForm.module.css';
import { useGroups } from '../EventFormFields.tsx';
import type { Situation } from '../fields/event-fields.ts';
import { QuestionField } from '../fields/QuestionField.tsx';
import { useAlarmSettings } from './use-alarm-settings.ts';

/** Questions of the form that rules depend on, for a quick report. Each may stay open. */
export function RuleQuestions({ situation, big }: { situation: Situation; big: boolean }) {
  const guids = new Set(useAlarmSettings()?.questions[situation.form.formGuid]);
  const questions = useGroups(situation)
    .flatMap((group) => group.questions)
    .filter(({ questionGuid }) => guids.has(questionGuid));
  if (questions.length === 0) return null;
  return (
    <div className={css.fields}>
      {questions.map((question) => (
        <QuestionField key={question.questionGuid} question={{ ...question, required: false }} big={big} />
      ))}
    </div>
  );
}
