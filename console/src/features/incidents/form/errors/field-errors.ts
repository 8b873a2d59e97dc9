import { isInFuture } from '@plimsoll/contracts/kernel/values/calendar';
import { emailAddress } from '@plimsoll/contracts/kernel/values/email-address';
import { day } from '@plimsoll/contracts/kernel/values/dates';
import { fieldTexts, tooLongText } from '@plimsoll/contracts/errors/field-texts';
import { verdictText } from '@plimsoll/contracts/forms/answer-texts';
import { dateLimitError, questionsOf, verdictsOn } from '@plimsoll/contracts/forms/asked-questions';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { readNumber } from '../../../../lib/forms/typed-number.ts';
import { judgeOf } from './answers-judge.ts';
import { OTHER, zoneOf, type EventFields, type InjuredFields, type Situation } from '../fields/event-fields.ts';
import { answerValueOf, isQuestionShown, isNumber, signedNumber, takesAnswer } from '../fields/questions.ts';

/** Error of a field: its path in the form, which is also its id, and the text. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * All errors of a form, in the order of the page.
 * @param isQuick whether answers and the reporting group may stay empty
 */
export function errorsOf(fields: EventFields, situation: Situation, now: Date, isQuick = false): FieldError[] {
  const zone = zoneOf(fields, situation);
  return [
    ...textErrors('description', fields.description, 100_000, fieldTexts.descriptionMissing),
    ...placeErrors(fields, situation),
    ...whenErrors(fields, now, zone),
    ...textErrors('immediateActions', fields.immediateActions, 100_000),
    ...injuredErrors(fields, situation),
    ...answerErrors(fields, situation, now, zone, isQuick),
    ...fields.relatedPersons.flatMap((person, index) => [
      ...textErrors(`relatedPersons.${index}.name`, person.name, 200, fieldTexts.nameMissing),
      ...(person.emailAddress.trim() && !emailAddress.safeParse(person.emailAddress).success
        ? [{ field: `relatedPersons.${index}.emailAddress`, message: fieldTexts.emailMalformed }]
        : []),
      ...textErrors(`relatedPersons.${index}.role`, person.role, 200),
    ]),
    ...(!isQuick && situation.reportingGroups.length > 0 && !fields.reportingGroupGuid
      ? [{ field: 'reportingGroupGuid', message: reportTexts.reportingGroupMissing }]
      : []),
  ];
}

function textErrors(field: string, value: string, maximum: number, missing: string | null = null): FieldError[] {
  if (missing && !value.trim()) return [{ field, message: missing }];
  return value.trim().length > maximum ? [{ field, message: tooLongText(maximum) }] : [];
}

function placeErrors({ worksite, regionGuid, location }: EventFields, { worksites }: Situation): FieldError[] {
  if (worksites.length > 0 && !worksite) return [{ field: 'worksite', message: reportTexts.worksiteMissing }];
  if (worksite !== OTHER) return [];
  return [
    ...(regionGuid ? [] : [{ field: 'regionGuid', message: reportTexts.regionMissing }]),
    ...textErrors('location', location, 1000, fieldTexts.locationMissing),
  ];
}

function whenErrors({ occurrenceDate, occurrenceTime }: EventFields, now: Date, zone: string): FieldError[] {
  if (!occurrenceDate) return [{ field: 'occurrenceDate', message: fieldTexts.dateMissing }];
  if (!day.safeParse(occurrenceDate).success) return [{ field: 'occurrenceDate', message: fieldTexts.dateMalformed }];
  if (isInFuture(occurrenceDate, null, now, zone))
    return [{ field: 'occurrenceDate', message: reportTexts.dayInFuture }];
  return isInFuture(occurrenceDate, occurrenceTime, now, zone)
    ? [{ field: 'occurrenceTime', message: reportTexts.timeInFuture }]
    : [];
}

function injuredErrors({ injuredPersons }: EventFields, { form }: Situation): FieldError[] {
  if (form.requiresInjuredPersons && injuredPersons.length === 0)
    return [{ field: 'injuredPersons', message: reportTexts.injuredMissing }];
  return injuredPersons.flatMap((person, index) => [
    ...textErrors(`injuredPersons.${index}.name`, person.name, 200, fieldTexts.nameMissing),
    ...textErrors(`injuredPersons.${index}.treatment`, person.treatment, 10_000),
    ...(['daysAway', 'daysRestricted'] as const).flatMap((field) =>
      daysError(`injuredPersons.${index}.${field}`, person[field]),
    ),
  ]);
}

function daysError(field: string, typed: InjuredFields['daysAway']): FieldError[] {
  const { error } = readNumber(typed, { max: 100_000, decimals: 0, optional: true });
  return error ? [{ field, message: error }] : [];
}

function answerErrors(
  { answers }: EventFields,
  { form }: Situation,
  now: Date,
  zone: string,
  isQuick: boolean,
): FieldError[] {
  const questions = questionsOf(form);
  const shownQuestions = [...questions.values()].filter(
    (question) => takesAnswer(question) && isQuestionShown(question, questions, answers),
  );
  const values = Object.fromEntries(
    shownQuestions.map((question) => [question.questionGuid, answerValueOf(question, answers[question.questionGuid])]),
  );
  const verdicts = verdictsOn(values, questions, judgeOf(form));
  return shownQuestions.flatMap((question) => {
    const { questionGuid } = question;
    const [typed, value, verdict] = [answers[questionGuid], values[questionGuid] ?? null, verdicts.get(questionGuid)];
    if (isQuick && verdict === 'MISSING') return [];
    const unread = typeof typed === 'string' && typed.trim() && isNumber(question) ? signedNumber(typed).error : null;
    const message =
      unread ?? (verdict ? verdictText(verdict, question, value) : dateLimitError(question, value, now, zone));
    return message ? [{ field: `answers.${questionGuid}`, message }] : [];
  });
}
