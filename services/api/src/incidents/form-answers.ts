import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { day, isInFuture, localDateTime, timeOfDay } from '@plimsoll/contracts/calendar';
import type { Fault } from './fault.ts';
import { answersSchema, DAY, LOCAL_DATE_TIME, LOCAL_TIME } from './form-answers-schema.ts';

type Components = IncidentFacts['components'];

interface Questionnaire {
  readonly questions: ReadonlyMap<string, Question>;
  readonly groups: ReadonlySet<string>;
  readonly validate: ValidateFunction;
}

const ajv = new Ajv2020({ allErrors: true, ownProperties: true });
ajv.addFormat(DAY, (text) => day.safeParse(text).success);
ajv.addFormat(LOCAL_TIME, (text) => timeOfDay.safeParse(text).success);
ajv.addFormat(LOCAL_DATE_TIME, (text) => day.safeParse(text.slice(0, 10)).success && text[10] === 'T' && timeOfDay.safeParse(text.slice(11)).success);

/** A version of a form never changes, so its schema is compiled once. */
const compiled = new LRUCache<string, Questionnaire>({ max: 500 });

function questionnaireOf(form: Form): Questionnaire {
  const key = `${form.formGuid}/${form.version}`;
  const known = compiled.get(key);
  if (known) return known;
  const questions = new Map(form.groups.flatMap((group) => group.questions.map((question) => [question.questionGuid, question] as const)));
  const questionnaire = { questions, groups: new Set(form.groups.map((group) => group.groupGuid)), validate: ajv.compile(answersSchema(form)) };
  compiled.set(key, questionnaire);
  return questionnaire;
}

/**
 * What is wrong with the answers to a form's questions: none at all, groups and questions that the form does not have or
 * that come twice, values that the question does not take, required ones left open (unless showIf hides them), days on
 * the wrong side of now, as the zone's clocks show it.
 */
export function answerFaults(components: Components, form: Form, moment: Date, zone: string): Fault[] {
  if (components.length === 0) return [{ field: 'components', className: 'EmptyEventComponentsArray' }];
  const { questions, groups, validate } = questionnaireOf(form);
  const faults: Fault[] = [];
  const fieldOf = new Map<string, string>();
  const values = new Map<string, AnswerValue>();
  const seenGroups = new Set<string>();

  components.forEach(({ groupGuid, answers }, at) => {
    if (!groups.has(groupGuid) || seenGroups.has(groupGuid)) faults.push(fault(`components.${at}.groupGuid`, seenGroups.has(groupGuid) ? 'This group is answered already' : 'The form has no such group'));
    seenGroups.add(groupGuid);
    answers.forEach(({ questionGuid, value }, index) => {
      const field = `components.${at}.answers.${index}`;
      if (questions.get(questionGuid)?.groupGuid !== groupGuid) return faults.push(fault(`${field}.questionGuid`, 'The group has no such question'));
      if (fieldOf.has(questionGuid)) return faults.push(fault(`${field}.questionGuid`, 'This question is answered already'));
      fieldOf.set(questionGuid, `${field}.value`);
      return values.set(questionGuid, value);
    });
  });

  const given = Object.fromEntries([...values].filter(([, value]) => value !== null));
  if (!validate(given)) {
    const wrong = new Set((validate.errors ?? []).map((error) => error.instancePath.split('/')[1]!));
    for (const questionGuid of wrong) faults.push(fault(fieldOf.get(questionGuid)!, sayWhatIsTaken(questions.get(questionGuid)!)));
  }
  for (const question of questions.values()) {
    const value = values.get(question.questionGuid);
    if (isAnswered(value)) faults.push(...dateFaults(question, value, fieldOf.get(question.questionGuid)!, moment, zone));
    else if (question.required && question.type !== 'INFO' && isShown(question, questions, values)) faults.push(fault(missingField(question, components, fieldOf), 'This question must be answered'));
  }
  return faults;
}

/** Whether a question is put, given the answers so far: its showIf holds, and the question that it hangs on is put as well. */
export function isShown(question: Question, questions: ReadonlyMap<string, Question>, values: ReadonlyMap<string, AnswerValue>, below = new Set<string>()): boolean {
  const { showIf } = question;
  if (!showIf) return true;
  const parent = questions.get(showIf.question);
  if (!parent || below.has(question.questionGuid)) return true;
  if (!isShown(parent, questions, values, new Set([...below, question.questionGuid]))) return false;
  const value = values.get(showIf.question);
  if (!isAnswered(value)) return false;
  if (showIf.operator === 'INCLUDES') return Array.isArray(value) ? value.includes(String(showIf.value)) : value === showIf.value;
  const isEqual = JSON.stringify(value) === JSON.stringify(showIf.value);
  return showIf.operator === 'EQUALS' ? isEqual : !isEqual;
}

const isAnswered = (value: AnswerValue | undefined): value is Exclude<AnswerValue, null> =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const fault = (field: string, message: string): Fault => ({ field, className: 'MalformedEventField', message });

function missingField(question: Question, components: Components, fieldOf: ReadonlyMap<string, string>): string {
  const at = components.findIndex(({ groupGuid }) => groupGuid === question.groupGuid);
  return fieldOf.get(question.questionGuid) ?? (at < 0 ? 'components' : `components.${at}.answers`);
}

function dateFaults(question: Question, value: AnswerValue, field: string, moment: Date, zone: string): Fault[] {
  if (question.dateLimit === null || typeof value !== 'string' || (question.type !== 'DATE' && question.type !== 'DATE_TIME')) return [];
  const [date = '', time] = value.split('T');
  if (question.dateLimit === 'PAST_ONLY') return isInFuture(date, time, moment, zone) ? [fault(field, 'This must not lie in the future')] : [];
  const now = localDateTime(moment, zone);
  const isPast = date < now.date || (date === now.date && time !== undefined && time < now.time);
  return isPast ? [fault(field, 'This must not lie in the past')] : [];
}

function sayWhatIsTaken({ type, min, max }: Question): string {
  const from = min === null ? '' : `, ${min} or more`;
  const to = max === null ? '' : `, ${max} or less`;
  switch (type) {
    case 'INTEGER': return `Enter a whole number${from}${to}`;
    case 'DECIMAL': case 'RISK': return `Enter a number${from}${to}`;
    case 'YES_NO': return 'Answer yes or no';
    case 'CHOICE': return 'Choose one of the options';
    case 'MULTI_CHOICE': return 'Choose among the options';
    case 'DATE': return 'Enter a date';
    case 'TIME': return 'Enter a time';
    case 'DATE_TIME': return 'Enter a date and a time';
    case 'INFO': return 'This takes no answer';
    default: return 'This answer is not valid';
  }
}
