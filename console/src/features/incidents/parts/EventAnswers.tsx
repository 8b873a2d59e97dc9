import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { formQuery } from '../../../lib/forms.ts';
import { useStarted } from '../../../lib/startup.ts';
import { KeyValues } from '../../../ui/KeyValues.tsx';
import { Section } from '../../../ui/Section.tsx';
import { membersQuery } from '../../../lib/members.ts';
import { answerWords } from '../form/questions.ts';
import css from './EventProse.module.css';

/** Few answers were drawn: theirs alone fetch it. */
const Signed = lazy(async () => ({ default: (await import('./Signed.tsx')).Signed }));

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

type AnsweredGroup = ReturnType<typeof answeredGroups>[number];

/** The answered groups of an event; null while its form is on the way. Without its form there is nothing to show. */
export function useAnsweredGroups({ formGuid, formVersion, components }: IncidentDetail): readonly AnsweredGroup[] | null {
  const { organization } = useStarted();
  const { data: form, isLoading } = useQuery({ ...formQuery(organization.guid, formGuid, formVersion), enabled: components.some(({ answers }) => answers.length > 0) });
  if (isLoading) return null;
  return form ? answeredGroups(form, components) : [];
}

/** The names of the people and places that answers name by guid. Members are asked for only where somebody else is named. */
export function useAnsweredNames({ injuredPersons, relatedPersons }: IncidentDetail, groups: readonly AnsweredGroup[]): (guid: string) => string | undefined {
  const { organization, regions } = useStarted();
  const names = new Map([
    ...[...organization.worksites, ...regions].map(({ guid, name }) => [guid, name] as const),
    ...injuredPersons.map(({ injuredPersonGuid, name }) => [injuredPersonGuid, name] as const),
    ...relatedPersons.map(({ relatedPersonGuid, name }) => [relatedPersonGuid, name] as const),
  ]);
  const isElsewhere = groups.some(({ answers }) => answers.some(({ question, value }) => question.type === 'PERSON' && typeof value === 'string' && !names.has(value)));
  const { data } = useQuery({ ...membersQuery(organization.guid), enabled: isElsewhere });
  return (guid) => names.get(guid) ?? data?.items.find(({ userAccount }) => userAccount.guid === guid)?.userAccount.name;
}

/** An answer in words; beside a signature stands what was drawn. */
function Answer({ question, value, nameOf }: AnsweredGroup['answers'][number] & { nameOf: (guid: string) => string | undefined }) {
  return (
    <>
      {answerWords(question, value, nameOf)}
      {isSignature(value) && value.drawing && (
        <Suspense>
          <Signed signature={value} />
        </Suspense>
      )}
    </>
  );
}

/** What the form asked and what was answered: short answers side by side, long ones as prose. */
export function EventAnswers({ incident, groups }: { incident: IncidentDetail; groups: readonly AnsweredGroup[] }) {
  const nameOf = useAnsweredNames(incident, groups);
  return groups.map(({ groupGuid, title, answers }) => {
    const isLong = (index: number) => answers[index]!.question.type === 'LONG_TEXT';
    const short = answers.filter((_, index) => !isLong(index));
    const long = answers.filter((_, index) => isLong(index));
    return (
      <Section key={groupGuid} title={title}>
        {short.length > 0 && <KeyValues items={short.map(({ question, value }) => ({ term: question.text, value: <Answer question={question} value={value} nameOf={nameOf} /> }))} />}
        {long.map(({ question, value }) => (
          <div key={question.questionGuid} className={css.sub}>
            <h3>{question.text}</h3>
            <p className={css.prose}>{answerWords(question, value, nameOf)}</p>
          </div>
        ))}
      </Section>
    );
  });
}
