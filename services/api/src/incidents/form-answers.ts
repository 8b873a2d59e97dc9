import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { day, timeOfDay } from '@plimsoll/contracts/calendar';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import { answerFault, isAnswered, isShown, missingAnswerText, questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { validate as isGuid } from 'uuid';
import { firstFaults } from '../commands/most-faults.ts';
import type { Fault } from './fault.ts';
import { answersSchema, DAY, LOCAL_DATE_TIME, LOCAL_TIME } from './form-answers-schema.ts';

type Components = IncidentFacts['components'];

interface Questionnaire {
  readonly questions: ReadonlyMap<string, Question>;
  readonly groups: ReadonlySet<string>;
  /** Questions whose answers name people of the incident. */
  readonly naming: ReadonlySet<string>;
  readonly validate: ValidateFunction;
}

/** It stops at the first fault: a list of answers may have any number of them, and what is told is which question is answered wrongly. */
const ajv = new Ajv2020({ allErrors: false, ownProperties: true });
ajv.addFormat(DAY, (text) => day.safeParse(text).success);
ajv.addFormat(LOCAL_TIME, (text) => timeOfDay.safeParse(text).success);
ajv.addFormat(LOCAL_DATE_TIME, (text) => day.safeParse(text.slice(0, 10)).success && text[10] === 'T' && timeOfDay.safeParse(text.slice(11)).success);

/** A version of a form never changes, so its schema is compiled once. */
const compiled = new LRUCache<string, Questionnaire>({ max: 500 });

function questionnaireOf(form: Form): Questionnaire {
  const key = `${form.formGuid}/${form.version}`;
  const known = compiled.get(key);
  if (known) return known;
  const questions = questionsOf(form);
  const naming = new Set([...questions.values()].filter(({ type }) => type === 'PERSON' || type === 'INJURED_PERSONS').map(({ questionGuid }) => questionGuid));
  const questionnaire = { questions, groups: new Set(form.groups.map((group) => group.groupGuid)), naming, validate: ajv.compile(answersSchema(form)) };
  compiled.set(key, questionnaire);
  return questionnaire;
}

/** The answers with guids of ours where a request names people by its own. */
export function answersNaming(named: ReadonlyMap<string, string>, components: Components, form: Form): Components {
  const { naming } = questionnaireOf(form);
  if (naming.size === 0 || named.size === 0) return components;
  const guidOf = (name: string) => named.get(name.toLowerCase()) ?? name;
  const ours = (value: AnswerValue): AnswerValue => (typeof value === 'string' ? guidOf(value) : Array.isArray(value) ? value.map(guidOf) : value);
  return components.map(({ groupGuid, answers }) => ({
    groupGuid, answers: answers.map(({ questionGuid, value }) => ({ questionGuid, value: naming.has(questionGuid) ? ours(value) : value })),
  }));
}

/**
 * What is wrong with the answers to a form's questions: none at all, groups and questions that the form does not have or
 * that come twice, values that the question does not take, required ones left open (unless showIf hides them), days on
 * the wrong side of now as the clocks at the place show it, injured people of another incident. No more than `firstFaults` takes.
 */
export const answerFaults = (facts: AnswerFacts, form: Form, moment: Date): Fault[] => firstFaults(faultsIn(facts, form, moment));

type AnswerFacts = Pick<IncidentFacts, 'components' | 'timeZone' | 'injuredPersons'>;

function* faultsIn({ components, timeZone, injuredPersons }: AnswerFacts, form: Form, moment: Date): Generator<Fault, void, undefined> {
  if (components.length === 0) return yield { field: 'components', className: 'EmptyEventComponentsArray' };
  const { questions, groups, validate } = questionnaireOf(form);
  const fieldOf = new Map<string, string>();
  const values = new Map<string, AnswerValue>();
  const seenGroups = new Set<string>();

  for (const [at, { groupGuid, answers }] of components.entries()) {
    if (!groups.has(groupGuid) || seenGroups.has(groupGuid)) yield fault(`components.${at}.groupGuid`, seenGroups.has(groupGuid) ? reportTexts.groupTwice : reportTexts.groupUnknown);
    seenGroups.add(groupGuid);
    for (const [index, { questionGuid, value }] of answers.entries()) {
      const field = `components.${at}.answers.${index}`;
      if (questions.get(questionGuid)?.groupGuid !== groupGuid) yield fault(`${field}.questionGuid`, reportTexts.questionUnknown);
      else if (fieldOf.has(questionGuid)) yield fault(`${field}.questionGuid`, reportTexts.questionTwice);
      else {
        fieldOf.set(questionGuid, `${field}.value`);
        values.set(questionGuid, value);
      }
    }
  }

  const wrong = wronglyAnswered(Object.fromEntries([...values].filter(([, value]) => value !== null)), validate);
  const injured = new Set(injuredPersons.map(({ injuredPersonGuid }) => injuredPersonGuid));
  for (const question of questions.values()) {
    const { questionGuid, required, type } = question;
    const value = values.get(questionGuid);
    const said = isAnswered(value) ? answerFault(question, value, moment, timeZone) : null;
    if (wrong.has(questionGuid) || said) yield fault(fieldOf.get(questionGuid)!, said ?? fieldTexts.notValid);
    else if (!isAnswered(value) && required && type !== 'INFO' && isShown(question, questions, (parent) => values.get(parent.questionGuid))) {
      yield fault(missingField(question, components, fieldOf), missingAnswerText(question));
    } else if (type === 'INJURED_PERSONS' && Array.isArray(value) && value.some((guid) => isGuid(guid) && !injured.has(guid))) {
      yield fault(fieldOf.get(questionGuid)!, reportTexts.notAmongInjured);
    }
  }
}

/** The questions whose answers the form's schema does not take: each time one is found, its answer is put aside and the others are looked at. */
function wronglyAnswered(given: Record<string, AnswerValue>, validate: ValidateFunction): ReadonlySet<string> {
  const wrong = new Set<string>();
  while (!validate(given)) {
    const questionGuid = validate.errors![0]!.instancePath.split('/')[1]!;
    if (!Object.hasOwn(given, questionGuid)) throw new Error(`The answers' schema refuses what is not an answer: ${validate.errors![0]!.message}`);
    wrong.add(questionGuid);
    delete given[questionGuid];
  }
  return wrong;
}

const fault = (field: string, message: string): Fault => ({ field, className: 'MalformedEventField', message });

function missingField(question: Question, components: Components, fieldOf: ReadonlyMap<string, string>): string {
  const at = components.findIndex(({ groupGuid }) => groupGuid === question.groupGuid);
  return fieldOf.get(question.questionGuid) ?? (at < 0 ? 'components' : `components.${at}.answers`);
}
