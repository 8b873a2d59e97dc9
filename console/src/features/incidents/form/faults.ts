import { z } from 'zod';
import { day, isInFuture, localDateTime } from '@plimsoll/contracts/calendar';
import { textOf } from '@plimsoll/contracts/errors';
import type { Question } from '@plimsoll/contracts/forms/form';
import { readNumber } from '../../../lib/typed-number.ts';
import { OTHER, zoneOf, type EventFields, type InjuredFields, type Situation } from './event-fields.ts';
import { answerValueOf, isPut, questionsOf, signedNumber, takesAnswer, type AnswerField } from './questions.ts';

/** What is wrong with a field: its path in the form, which is its id as well, and the words. */
export interface FieldFault {
  field: string;
  message: string;
}

const email = z.email();

/** Everything that is wrong with a form, in the order of the page. Texts are the specification's where it gives one. */
export function faultsOf(fields: EventFields, situation: Situation, now: Date): FieldFault[] {
  const zone = zoneOf(fields, situation);
  return [
    ...words('description', fields.description, 100_000, 'Say what happened', textOf('MalformedDescription')),
    ...placeFaults(fields, situation),
    ...whenFaults(fields, now, zone),
    ...words('immediateActions', fields.immediateActions, 100_000, null, 'This is longer than 100,000 characters'),
    ...injuredFaults(fields, situation),
    ...answerFaults(fields, situation, now, zone),
    ...fields.relatedPersons.flatMap((person, index) => [
      ...words(`relatedPersons.${index}.name`, person.name, 200, 'Enter the name of the person', textOf('MalformedName')),
      ...(person.emailAddress.trim() && !email.safeParse(person.emailAddress.trim()).success
        ? [{ field: `relatedPersons.${index}.emailAddress`, message: textOf('MalformedEmailAddress') }]
        : []),
      ...words(`relatedPersons.${index}.role`, person.role, 200, null, 'This is longer than 200 characters'),
    ]),
    ...(situation.reportingGroups.length > 0 && !fields.reportingGroupGuid ? [{ field: 'reportingGroupGuid', message: 'Reporting group is required' }] : []),
  ];
}

function words(field: string, value: string, maximum: number, missing: string | null, tooLong: string): FieldFault[] {
  if (missing && !value.trim()) return [{ field, message: missing }];
  return value.trim().length > maximum ? [{ field, message: tooLong }] : [];
}

function placeFaults({ worksite, regionGuid, location }: EventFields, { worksites }: Situation): FieldFault[] {
  if (worksites.length > 0 && !worksite) return [{ field: 'worksite', message: 'Worksite is required field' }];
  if (worksite !== OTHER) return [];
  return [
    ...(regionGuid ? [] : [{ field: 'regionGuid', message: textOf('MissingRegion') }]),
    ...words('location', location, 1000, 'Please enter the location of the event', textOf('MalformedLocation')),
  ];
}

function whenFaults({ occurrenceDate, occurrenceTime }: EventFields, now: Date, zone: string): FieldFault[] {
  if (!occurrenceDate) return [{ field: 'occurrenceDate', message: 'Enter the day it happened' }];
  if (!day.safeParse(occurrenceDate).success) return [{ field: 'occurrenceDate', message: textOf('MalformedDate') }];
  if (isInFuture(occurrenceDate, null, now, zone)) return [{ field: 'occurrenceDate', message: 'The day cannot be in the future' }];
  return isInFuture(occurrenceDate, occurrenceTime, now, zone) ? [{ field: 'occurrenceTime', message: 'The time cannot be in the future' }] : [];
}

function injuredFaults({ injuredPersons }: EventFields, { form }: Situation): FieldFault[] {
  if (form.requiresInjuredPersons && injuredPersons.length === 0) {
    return [{ field: 'injuredPersons', message: textOf('AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson') }];
  }
  return injuredPersons.flatMap((person, index) => [
    ...words(`injuredPersons.${index}.name`, person.name, 200, 'Enter the name of the injured person', textOf('MalformedName')),
    ...words(`injuredPersons.${index}.treatment`, person.treatment, 10_000, null, 'This is longer than 10,000 characters'),
    ...(['daysAway', 'daysRestricted'] as const).flatMap((field) => daysFault(`injuredPersons.${index}.${field}`, person[field])),
  ]);
}

function daysFault(field: string, typed: InjuredFields['daysAway']): FieldFault[] {
  const { fault } = readNumber(typed, { max: 100_000, decimals: 0, optional: true });
  return fault ? [{ field, message: fault }] : [];
}

function answerFaults({ answers }: EventFields, { form }: Situation, now: Date, zone: string): FieldFault[] {
  const questions = questionsOf(form);
  return [...questions.values()]
    .filter((question) => takesAnswer(question) && isPut(question, questions, answers))
    .flatMap((question) => {
      const message = answerFault(question, answers[question.questionGuid], now, zone);
      return message ? [{ field: `answers.${question.questionGuid}`, message }] : [];
    });
}

function answerFault(question: Question, answer: AnswerField, now: Date, zone: string): string | null {
  if (typeof answer === 'string' && answer.trim() && isNumber(question)) return numberFault(question, answer);
  const value = answerValueOf(question, answer);
  if (value === null) return question.required ? missing(question) : null;
  if (typeof value === 'string') return textFault(question, value) ?? dateFault(question, value, now, zone);
  return Array.isArray(value) ? countFault(question, value.length) : null;
}

const isNumber = ({ type }: Question) => type === 'INTEGER' || type === 'DECIMAL' || type === 'RISK';

/** Names the question, so that a summary of several faults can be read. */
function missing({ text, type }: Question): string {
  if (type === 'SIGNATURE') return 'Please add a signature';
  if (type === 'PERSON') return 'Please select a person';
  return `Answer “${text}”`;
}

function numberFault({ type, min, max }: Question, typed: string): string | null {
  const { value, fault } = signedNumber(typed);
  if (value === null) return fault;
  if (type === 'INTEGER' && !Number.isInteger(value)) return 'Number cannot include decimal places';
  if (min !== null && value < min) return min === 0 ? 'Must be zero or greater' : `Must be ${min} or greater`;
  if (max !== null && value > max) return 'The value you specified is too large';
  return null;
}

const textMaximum = { TEXT: 1000, LOCATION: 1000, PERSON: 200 } as Readonly<Record<string, number>>;

function textFault({ type, min, max }: Question, value: string): string | null {
  if (type !== 'TEXT' && type !== 'LONG_TEXT' && !textMaximum[type]) return null;
  const bounded = type === 'TEXT' || type === 'LONG_TEXT';
  const most = Math.min(textMaximum[type] ?? 100_000, (bounded && max) || Infinity);
  if (value.length > most) return `At most ${most.toLocaleString('en-CA')} characters`;
  return bounded && min !== null && value.length < min ? `At least ${min} characters` : null;
}

function countFault({ min, max }: Question, count: number): string | null {
  if (min !== null && count < min) return `Choose at least ${min}`;
  return max !== null && count > max ? `Choose at most ${max}` : null;
}

function dateFault({ type, dateLimit }: Question, value: string, now: Date, zone: string): string | null {
  if (type !== 'DATE' && type !== 'DATE_TIME') return null;
  const [date = '', time] = value.split('T');
  if (!day.safeParse(date).success) return textOf('MalformedDate');
  if (type === 'DATE_TIME' && !time) return 'Enter the time as well';
  if (dateLimit === 'PAST_ONLY') return isInFuture(date, time, now, zone) ? 'This cannot be in the future' : null;
  if (dateLimit !== 'FUTURE_ONLY') return null;
  const here = localDateTime(now, zone);
  return date < here.date || (date === here.date && !!time && time < here.time) ? 'This cannot be in the past' : null;
}
