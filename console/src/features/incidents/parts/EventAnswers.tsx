import { useQuery } from '@tanstack/react-query';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../../lib/startup.ts';
import { KeyValues } from '../../../ui/KeyValues.tsx';
import { Section } from '../../../ui/Section.tsx';
import { formQuery } from '../api.ts';
import { answerWords } from '../form/questions.ts';
import css from './EventProse.module.css';

/** The groups of the form with what was answered, in the form's order. */
export function answeredGroups(form: Form, components: IncidentDetail['components']) {
  const values = new Map(components.flatMap((group) => group.answers.map(({ questionGuid, value }) => [questionGuid, value] as const)));
  return [...form.groups]
    .sort((one, other) => one.sortOrder - other.sortOrder)
    .map((group) => ({
      ...group,
      answers: [...group.questions]
        .sort((one, other) => one.sortOrder - other.sortOrder)
        .filter(({ questionGuid }) => values.has(questionGuid))
        .map((question) => ({ question, value: values.get(question.questionGuid) ?? null })),
    }))
    .filter(({ answers }) => answers.length > 0);
}

/** What the form asked and what was answered: short answers side by side, long ones as prose. */
export function EventAnswers({ incident }: { incident: IncidentDetail }) {
  const { organization } = useStarted();
  const form = useQuery({ ...formQuery(organization.guid, incident.formGuid, incident.formVersion), enabled: incident.components.some(({ answers }) => answers.length > 0) }).data;
  if (!form) return null;
  return answeredGroups(form, incident.components).map(({ groupGuid, title, answers }) => {
    const isLong = (index: number) => answers[index]!.question.type === 'LONG_TEXT';
    const short = answers.filter((_, index) => !isLong(index));
    const long = answers.filter((_, index) => isLong(index));
    return (
      <Section key={groupGuid} title={title}>
        {short.length > 0 && <KeyValues items={short.map(({ question, value }) => ({ term: question.text, value: answerWords(question, value) }))} />}
        {long.map(({ question, value }) => (
          <div key={question.questionGuid} className={css.sub}>
            <h3>{question.text}</h3>
            <p className={css.prose}>{answerWords(question, value)}</p>
          </div>
        ))}
      </Section>
    );
  });
}
