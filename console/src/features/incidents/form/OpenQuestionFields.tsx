import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FirstFieldFocus } from '../../../ui/inputs/InitialFocus.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import css from './EventForm.module.css';
import { GroupField, QuestionGroups, useGroups } from './EventFormFields.tsx';
import type { Situation } from './fields/event-fields.ts';
import { takesAnswer } from './fields/questions.ts';

/** Field of a form's answer to a question. */
const answerField = (questionGuid: string): string => `answers.${questionGuid}`;

/** Whether all fields of errors are among those that are shown while only open questions are answered. */
export const isAtOpenQuestion = (field: string | null, { components }: Pick<IncidentDetail, 'components'>): boolean =>
  field === null ||
  field === 'reportingGroupGuid' ||
  (field.startsWith('answers.') &&
    !components.some(({ answers }) => answers.some(({ questionGuid }) => field.startsWith(answerField(questionGuid)))));

/**
 * The required questions that a report left open, and those that the answers to them open, instead of the whole form.
 * The focus starts at the first.
 */
export function OpenQuestionFields({
  incident,
  situation,
  onAll,
}: {
  incident: IncidentDetail;
  situation: Situation;
  onAll: () => void;
}) {
  const big = !useWide(768);
  const answered = new Set(
    incident.components.flatMap(({ answers }) => answers.map(({ questionGuid }) => questionGuid)),
  );
  const groups = useGroups(situation)
    .map((group) => ({
      ...group,
      questions: group.questions.filter(
        (question) => question.required && takesAnswer(question) && !answered.has(question.questionGuid),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <div className={css.sections}>
      <FirstFieldFocus>
        <QuestionGroups groups={groups} big={big} />
        {incident.openQuestions.some(({ questionGuid }) => questionGuid === null) && (
          <GroupField groups={situation.reportingGroups} big={big} />
        )}
      </FirstFieldFocus>
      <p>
        <Button variant="quiet" flush onClick={onAll}>
          Edit all of event {incident.number}
        </Button>
      </p>
    </div>
  );
}
