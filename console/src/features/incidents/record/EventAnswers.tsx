import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { ShownAnswer } from '@plimsoll/contracts/forms/answer-value';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { formQuery } from '../../../lib/api/form-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { formatAnswer, formatFileCount } from '../form/fields/questions.ts';
import css from './EventProse.module.css';

/** Loaded on demand, because few answers have a drawing. */
const Signed = lazy(async () => ({ default: (await import('./Signed.tsx')).Signed }));

/** Groups of the form with their answers, in the form's order. */
export function answeredGroups(form: Form, components: IncidentDetail['components']) {
  const values = new Map(
    components.flatMap((group) => group.answers.map(({ questionGuid, value }) => [questionGuid, value] as const)),
  );
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
/** Finds the name of a person or place by guid. */
type NameOf = (guid: string) => string | undefined;

/** The answered groups of an incident; null while its form loads. Empty if the form cannot be loaded. */
export function useAnsweredGroups({
  formGuid,
  formVersion,
  components,
}: IncidentDetail): readonly AnsweredGroup[] | null {
  const { organization } = useStarted();
  const { data: form, isLoading } = useQuery({
    ...formQuery(organization.guid, formGuid, formVersion),
    enabled: components.some(({ answers }) => answers.length > 0),
  });
  if (isLoading) return null;
  return form ? answeredGroups(form, components) : [];
}

/** Names of the people and places that answers refer to. Members are loaded only if other people are named. */
function useAnsweredNames(
  { injuredPersons, relatedPersons }: IncidentDetail,
  groups: readonly AnsweredGroup[],
): NameOf {
  const { organization, regions } = useStarted();
  const names = new Map([
    ...[...organization.worksites, ...regions].map(({ guid, name }) => [guid, name] as const),
    ...injuredPersons.map(({ injuredPersonGuid, name }) => [injuredPersonGuid, name] as const),
    ...relatedPersons.map(({ relatedPersonGuid, name }) => [relatedPersonGuid, name] as const),
  ]);
  const isElsewhere = groups.some(({ answers }) =>
    answers.some(({ question, value }) => question.type === 'PERSON' && typeof value === 'string' && !names.has(value)),
  );
  const { data } = useQuery({ ...membersQuery(organization.guid), enabled: isElsewhere });
  return (guid) =>
    names.get(guid) ?? data?.items.find(({ userAccount }) => userAccount.guid === guid)?.userAccount.name;
}

/** Formatted answer; a signature is shown with its drawing. */
function Answer({ value, words }: { value: ShownAnswer; words: string }) {
  return (
    <>
      {words}
      {isSignature(value) && value.drawing && (
        <Suspense>
          <Signed signature={value} />
        </Suspense>
      )}
    </>
  );
}

interface AnsweredGroupsProps {
  groups: readonly AnsweredGroup[];
  nameOf: NameOf;
  /** Whether the reader can see the attachments, too. */
  withFiles?: boolean;
}

/** Answers of a form: short ones side by side, long ones as prose. */
export function AnsweredGroups({ groups, nameOf, withFiles = true }: AnsweredGroupsProps) {
  const wordsOf = ({ question, value }: AnsweredGroup['answers'][number]) =>
    !withFiles && question.type === 'ATTACHMENT' && Array.isArray(value)
      ? formatFileCount(value.length)
      : formatAnswer(question, value, nameOf);
  return groups.map(({ groupGuid, title, answers }) => {
    const isLong = ({ question }: AnsweredGroup['answers'][number]) => question.type === 'LONG_TEXT';
    const short = answers.filter((answer) => !isLong(answer));
    return (
      <Section key={groupGuid} title={title}>
        {short.length > 0 && (
          <KeyValues
            items={short.map((answer) => ({
              term: answer.question.text,
              value: <Answer value={answer.value} words={wordsOf(answer)} />,
            }))}
          />
        )}
        {answers.filter(isLong).map((answer) => (
          <div key={answer.question.questionGuid} className={css.sub}>
            <h3>{answer.question.text}</h3>
            <p className={css.prose}>{wordsOf(answer)}</p>
          </div>
        ))}
      </Section>
    );
  });
}

/** Answers of an incident, for members of its organization. */
export function EventAnswers({ incident, groups }: { incident: IncidentDetail; groups: readonly AnsweredGroup[] }) {
  return <AnsweredGroups groups={groups} nameOf={useAnsweredNames(incident, groups)} />;
}
