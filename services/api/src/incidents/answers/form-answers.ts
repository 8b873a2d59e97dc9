import { isDeepStrictEqual } from 'node:util';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import { verdictText } from '@plimsoll/contracts/forms/answer-texts';
import {
  dateLimitError,
  isAnswered,
  questionsOf,
  verdictsOn,
  type AnswersJudge,
} from '@plimsoll/contracts/forms/asked-questions';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { judgeOf } from '@plimsoll/contracts/forms/judge-answers';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { notYourNameText, reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { isSignedBy } from '@plimsoll/contracts/incidents/signature';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { validate as isGuid } from 'uuid';
import { takeErrors } from '../../commands/take-errors.ts';
import type { Error } from '../field-error.ts';
import type { IncidentContext } from '../incident-context.ts';

type Components = IncidentFacts['components'];
type GivenComponents = ReportIncidentRequest['components'];

interface Questionnaire {
  readonly questions: ReadonlyMap<string, Question>;
  readonly groups: ReadonlySet<string>;
  readonly judge: AnswersJudge;
}

/**
 * Questionnaires by form object: a version never changes, and forms of two organizations may have the same guid. They
 * are judged on this thread: nothing is compiled, and a form of 500 questions takes a few milliseconds.
 */
const questionnaires = new WeakMap<Form, Questionnaire>();

function questionnaireOf(form: Form): Questionnaire {
  const known = questionnaires.get(form);
  if (known) return known;
  const questionnaire = {
    questions: questionsOf(form),
    groups: new Set(form.groups.map((group) => group.groupGuid)),
    judge: judgeOf(form),
  };
  questionnaires.set(form, questionnaire);
  return questionnaire;
}

/** User accounts that the answers may name: in person questions and as signers. */
export const accountsNamedBy = (components: GivenComponents, form: Form): string[] => {
  const { questions } = questionnaireOf(form);
  return components.flatMap(({ answers }) =>
    answers.flatMap(({ questionGuid, value, signerGuid }) => [
      ...(questions.get(questionGuid)?.type === 'PERSON' && typeof value === 'string' && isGuid(value)
        ? [value.toLowerCase()]
        : []),
      ...(signerGuid ? [signerGuid] : []),
    ]),
  );
};

/**
 * The answers as stored: with our guids where a request names people by its own guids or by their index in its lists.
 */
export function answersNaming(named: ReadonlyMap<string, string>, components: GivenComponents, form: Form): Components {
  const { questions } = questionnaireOf(form);
  const guidOf = (name: string) => named.get(name.toLowerCase()) ?? (isGuid(name) ? name.toLowerCase() : name);
  const ours = (value: AnswerValue): AnswerValue =>
    typeof value === 'string' ? guidOf(value) : Array.isArray(value) ? value.map(guidOf) : value;
  return components.map(({ groupGuid, answers }) => ({
    groupGuid,
    answers: answers.map(({ questionGuid, value, signerGuid }) => ({
      questionGuid,
      ...(signerGuid && { signerGuid }),
      value: NAMING.has(questions.get(questionGuid)?.type ?? 'INFO') ? ours(value) : value,
    })),
  }));
}

/** Question types whose answers are guids. */
const NAMING: ReadonlySet<Question['type']> = new Set(['PERSON', 'INJURED_PERSONS', 'LOCATION', 'ATTACHMENT']);

/**
 * Errors in the answers to a form's questions: no answers; unknown or duplicate groups and questions; values that a
 * question does not accept; missing required answers; answers to hidden questions; dates on the wrong side of now in
 * the incident's time zone; unknown people and places. At most as many as `takeErrors` returns.
 * @param before stored answers; the references in them are not validated again
 */
export const answerErrors = (
  facts: AnswerFacts,
  context: AnswerContext,
  moment: Date,
  before: Components = [],
): Error[] => takeErrors(errorsIn(facts, context, moment, before));

/** Required questions without an answer. */
export function unanswered(
  form: Form,
  components: readonly {
    readonly answers: readonly { readonly questionGuid: string; readonly value: AnswerValue }[];
  }[],
): Question[] {
  const { questions, judge } = questionnaireOf(form);
  const values = Object.fromEntries(
    components.flatMap(({ answers }) => answers.map(({ questionGuid, value }) => [questionGuid, value] as const)),
  );
  const verdicts = verdictsOn(values, questions, judge);
  return [...questions.values()].filter(({ questionGuid }) => verdicts.get(questionGuid) === 'MISSING');
}

type AnswerFacts = Pick<IncidentFacts, 'components' | 'timeZone' | 'injuredPersons' | 'relatedPersons'> & {
  /** Who answers: members sign for themselves only. */
  readonly actorGuid: string;
  /** Attached or announced files. */
  readonly fileGuids: readonly string[];
  /** Whether required questions may stay open. */
  readonly isQuick?: boolean;
};
type AnswerContext = Pick<IncidentContext, 'members' | 'worksites'> & { readonly form: Form };

type Signed = Pick<Components[number]['answers'][number], 'signerGuid' | 'value'>;

const isSignedBefore = ({ signerGuid, value }: Signed, before: Signed | undefined): boolean =>
  before?.signerGuid === signerGuid && isDeepStrictEqual(before?.value, value);

/** A new signature of a member: their own, with their name. */
function* signatureErrors(
  field: string,
  { signerGuid, value }: Signed & { readonly signerGuid: string },
  { actorGuid }: AnswerFacts,
  { members }: AnswerContext,
): Generator<Error, void, undefined> {
  const name = members.get(signerGuid);
  if (name === undefined) yield { field: `${field}.signerGuid`, className: 'MissingMember' };
  else if (signerGuid !== actorGuid) yield error(`${field}.signerGuid`, reportTexts.signsForOthers);
  else if (value !== null && typeof value === 'object' && 'name' in value && !isSignedBy(value.name, name))
    yield error(`${field}.value`, notYourNameText(name));
}

function* errorsIn(
  facts: AnswerFacts,
  context: AnswerContext,
  moment: Date,
  before: Components,
): Generator<Error, void, undefined> {
  const { components, timeZone, isQuick = false } = facts;
  if (components.length === 0 && !isQuick) return yield { field: 'components', className: 'EmptyEventComponentsArray' };
  const { questions, groups, judge } = questionnaireOf(context.form);
  const fieldOf = new Map<string, string>();
  const values: Record<string, AnswerValue> = {};
  const seenGroups = new Set<string>();
  const known = new Map(
    before.flatMap(({ answers }) => answers.map((answer) => [answer.questionGuid, answer] as const)),
  );

  for (const [at, { groupGuid, answers }] of components.entries()) {
    if (!groups.has(groupGuid) || seenGroups.has(groupGuid))
      yield error(
        `components.${at}.groupGuid`,
        seenGroups.has(groupGuid) ? reportTexts.groupTwice : reportTexts.groupUnknown,
      );
    seenGroups.add(groupGuid);
    for (const [index, { questionGuid, value, signerGuid }] of answers.entries()) {
      const field = `components.${at}.answers.${index}`;
      if (questions.get(questionGuid)?.groupGuid !== groupGuid)
        yield error(`${field}.questionGuid`, reportTexts.questionUnknown);
      else if (fieldOf.has(questionGuid)) yield error(`${field}.questionGuid`, reportTexts.questionTwice);
      else {
        fieldOf.set(questionGuid, `${field}.value`);
        values[questionGuid] = value;
        if (signerGuid && questions.get(questionGuid)!.type !== 'SIGNATURE')
          yield error(`${field}.signerGuid`, reportTexts.notSigned);
        else if (signerGuid && !isSignedBefore({ signerGuid, value }, known.get(questionGuid)))
          yield* signatureErrors(field, { signerGuid, value }, facts, context);
      }
    }
  }

  const verdicts = verdictsOn(values, questions, judge);
  const isThere = referencesIn(facts, context);
  for (const question of questions.values()) {
    const { questionGuid } = question;
    const value = values[questionGuid] ?? null;
    const verdict = verdicts.get(questionGuid);
    const previous = known.get(questionGuid)?.value;
    if (verdict === 'MISSING' && isQuick) continue;
    if (verdict)
      yield error(
        verdict === 'MISSING' ? missingField(question, components, fieldOf) : fieldOf.get(questionGuid)!,
        verdictText(verdict, question, value),
      );
    else if (isAnswered(value)) {
      const message =
        dateLimitError(question, value, moment, timeZone) ??
        (JSON.stringify(value) === JSON.stringify(previous) || isThere(question, value)
          ? null
          : verdictText('REFUSED', question, value));
      if (message) yield error(fieldOf.get(questionGuid)!, message);
    }
  }
}

/** Checks whether the people, places and files that an answer names exist. */
function referencesIn(
  { injuredPersons, relatedPersons, fileGuids }: AnswerFacts,
  { members, worksites }: AnswerContext,
): (question: Question, value: AnswerValue) => boolean {
  const injured = new Set(injuredPersons.map(({ injuredPersonGuid }) => injuredPersonGuid));
  const files = new Set(fileGuids);
  const related = new Set(relatedPersons.map(({ relatedPersonGuid }) => relatedPersonGuid));
  return ({ type }, value) => {
    switch (type) {
      case 'PERSON':
        return typeof value === 'string' && (members.has(value) || injured.has(value) || related.has(value));
      case 'INJURED_PERSONS':
        return Array.isArray(value) && value.every((guid) => injured.has(guid));
      case 'LOCATION':
        return typeof value === 'string' && (worksites.has(value) || regionOf(value) !== undefined);
      case 'ATTACHMENT':
        return Array.isArray(value) && value.every((guid) => files.has(guid));
      default:
        return true;
    }
  };
}

const error = (field: string, message: string): Error => ({ field, className: 'MalformedEventField', message });

function missingField(question: Question, components: Components, fieldOf: ReadonlyMap<string, string>): string {
  const at = components.findIndex(({ groupGuid }) => groupGuid === question.groupGuid);
  return fieldOf.get(question.questionGuid) ?? (at < 0 ? 'components' : `components.${at}.answers`);
}
