import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { eventFieldTexts } from '@plimsoll/contracts/incidents/event-texts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { todayIn, zoneName } from '../../../lib/format/time.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { Fold } from '../../../ui/layout/Fold.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { TextArea, TimeField } from '../../../ui/inputs/TextField.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import css from './EventForm.module.css';
import { zoneOf, type EventFields, type Situation } from './fields/event-fields.ts';
import { InjuredFields } from './fields/InjuredFields.tsx';
import { OccurrenceDateField } from './fields/OccurrenceDateField.tsx';
import { PlaceFields } from './fields/PlaceFields.tsx';
import { QuestionField } from './fields/QuestionField.tsx';
import { answerValueOf, groupsToShow } from './fields/questions.ts';
import { RelatedFields } from './fields/RelatedFields.tsx';

function WhenFields({ situation, big }: { situation: Situation; big: boolean }) {
  const { register, control, formState } = useFormContext<EventFields>();
  const [worksite, date] = useWatch({ control, name: ['worksite', 'occurrenceDate'] });
  const zone = zoneOf({ worksite }, situation);
  const today = todayIn(zone);
  return (
    <div className={css.pair}>
      <OccurrenceDateField zone={zone} big={big} />
      <TimeField
        label="At what time?"
        question={big}
        optional
        hint={`Local time (${zoneName(zone, date || today)})`}
        {...register('occurrenceTime')}
        error={formState.errors.occurrenceTime?.message}
      />
    </div>
  );
}

export function GroupField({ groups, big }: { groups: Situation['reportingGroups']; big: boolean }) {
  const { control } = useFormContext<EventFields>();
  const { field, fieldState } = useController({ control, name: 'reportingGroupGuid' });
  const shared = {
    label: eventFieldTexts.reportingGroup,
    question: big,
    name: field.name,
    options: groups.map(({ guid, name }) => ({ value: guid, label: name })),
    error: fieldState.error?.message,
    value: field.value || null,
    onBlur: field.onBlur,
  };
  return groups.length <= 6 ? (
    <ChoiceField {...shared} columns={2} onChange={field.onChange} />
  ) : (
    <SelectField {...shared} onChange={(guid) => field.onChange(guid ?? '')} />
  );
}

function BehalfField() {
  const { organization, user } = useStarted();
  const { control } = useFormContext<EventFields>();
  const { field, fieldState } = useController({ control, name: 'onBehalfOfUserGuid' });
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...membersQuery(organization.guid), enabled: wanted || field.value !== '' });
  const options = useMemo(
    () =>
      (data?.items ?? [])
        .filter(({ userAccount }) => userAccount.guid !== user.guid)
        .map(({ userAccount }) => ({
          value: userAccount.guid,
          label: userAccount.name,
          hint: readableAddress(userAccount.primaryEmailAddress),
        })),
    [data, user.guid],
  );
  return (
    <FindField
      label="On behalf of"
      hint="For when someone else tells you what happened. The event is then reported in their name."
      optional
      name={field.name}
      options={options}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      onFocus={() => setWanted(true)}
      loading={!data}
      placeholder="Myself"
      error={fieldState.error?.message}
    />
  );
}

export type ShownGroup = ReturnType<typeof groupsToShow>[number];

/** Groups with the questions that the current answers show. */
export function useGroups(situation: Situation): ShownGroup[] {
  const { control } = useFormContext<EventFields>();
  return groupsToShow(situation.form, useWatch({ control, name: 'answers' }));
}

/** Heading for the description, which every form has. A form's own questions can use the same words. */
const WHAT_HAPPENED = `${eventFieldTexts.description}?`;

function Questions({ title, questions, big }: Pick<ShownGroup, 'title' | 'questions'> & { big: boolean }) {
  return questions.map((question) => (
    <QuestionField
      key={question.questionGuid}
      question={question}
      about={question.text === WHAT_HAPPENED ? title : undefined}
      big={big}
    />
  ));
}

export function QuestionGroups({ groups, big }: { groups: readonly ShownGroup[]; big: boolean }) {
  return groups.map(({ groupGuid, title, instructions, questions }) => (
    <Section key={groupGuid} title={title}>
      {instructions && <p className={css.info}>{instructions}</p>}
      <div className={css.fields}>
        <Questions title={title} questions={questions} big={big} />
      </div>
    </Section>
  ));
}

function CollapsedGroup({ title, instructions, questions }: ShownGroup) {
  const { control, getValues } = useFormContext<EventFields>();
  const { errors } = useFormState({ control, name: 'answers' });
  const answerErrors: Readonly<Record<string, unknown>> = errors.answers ?? {};
  const isFilled = questions.some(
    (question) => answerValueOf(question, getValues(`answers.${question.questionGuid}`)) !== null,
  );
  return (
    <Fold
      title={title}
      isFilled={isFilled}
      isAtError={questions.some(({ questionGuid }) => questionGuid in answerErrors)}
    >
      {instructions && <p className={css.info}>{instructions}</p>}
      <Questions title={title} questions={questions} big={false} />
    </Fold>
  );
}

/** Questions of a form about people: the required ones, and the others collapsed. */
function CollapsedRest({
  groups,
  big,
  asksOtherPeople,
}: {
  groups: readonly ShownGroup[];
  big: boolean;
  asksOtherPeople: boolean;
}) {
  const { getValues, formState } = useFormContext<EventFields>();
  const demanded = groups
    .map((group) => ({ ...group, questions: group.questions.filter(({ required }) => required) }))
    .filter(({ questions }) => questions.length > 0);
  const others = groups.flatMap((group) => {
    const questions = group.questions.filter(({ required }) => !required);
    const title =
      questions.length < group.questions.length
        ? `More about ${group.title.charAt(0).toLowerCase()}${group.title.slice(1)}`
        : group.title;
    return questions.length > 0 ? [{ ...group, title, questions }] : [];
  });
  return (
    <>
      <QuestionGroups groups={demanded} big={big} />
      <div>
        <Fold
          title={eventFieldTexts.immediateActions}
          isFilled={getValues('immediateActions') !== ''}
          isAtError={formState.errors.immediateActions !== undefined}
        >
          <ImmediateActions big={false} />
        </Fold>
        {others.map((group) => (
          <CollapsedGroup key={group.groupGuid} {...group} />
        ))}
        {asksOtherPeople && <RelatedFields collapsed />}
      </div>
    </>
  );
}

function ImmediateActions({ big }: { big: boolean }) {
  const { register, formState } = useFormContext<EventFields>();
  return (
    <TextArea
      label={eventFieldTexts.immediateActions}
      question={big}
      optional
      hint="What was done on the spot, before anything else."
      {...register('immediateActions')}
      error={formState.errors.immediateActions?.message}
    />
  );
}

/** All fields of an incident, for a report and for a change. */
export function EventFormFields({
  situation,
  next,
}: {
  situation: Situation;
  /** What happens to a report next; omitted for a change. */
  next?: ReactNode;
}) {
  const { register, formState, getValues } = useFormContext<EventFields>();
  const isReport = next !== undefined;
  const mayReportForOthers = useMay('CREATE_EVENTS_ON_OTHERS_BEHALF');
  const big = !useWide(768);
  const groups = useGroups(situation);
  const { requiresInjuredPersons: folds, asksPeopleHurt, asksOtherPeople } = situation.form;
  return (
    <div className={css.sections}>
      <div className={css.fields}>
        <TextArea
          label={WHAT_HAPPENED}
          question={big}
          hint="The first sentence becomes the heading."
          {...register('description')}
          error={formState.errors.description?.message}
        />
        <PlaceFields situation={situation} big={big} />
        <WhenFields situation={situation} big={big} />
        {!folds && <ImmediateActions big={big} />}
      </div>
      {asksPeopleHurt && <InjuredFields demanded={folds} />}
      {folds ? (
        <CollapsedRest groups={groups} big={big} asksOtherPeople={asksOtherPeople} />
      ) : (
        <>
          <QuestionGroups groups={groups} big={big} />
          {asksOtherPeople && <RelatedFields collapsed={false} />}
        </>
      )}
      {(situation.reportingGroups.length > 0 || (isReport && mayReportForOthers)) && (
        <Section title="Where it belongs">
          <div className={css.fields}>
            {situation.reportingGroups.length > 0 && <GroupField groups={situation.reportingGroups} big={big} />}
            {isReport &&
              mayReportForOthers &&
              (folds ? (
                <Fold
                  title="On behalf of someone else"
                  isFilled={getValues('onBehalfOfUserGuid') !== ''}
                  isAtError={formState.errors.onBehalfOfUserGuid !== undefined}
                >
                  <BehalfField />
                </Fold>
              ) : (
                <BehalfField />
              ))}
          </div>
        </Section>
      )}
      {next}
    </div>
  );
}
