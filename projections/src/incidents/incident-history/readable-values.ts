import { monthName } from '@plimsoll/contracts/kernel/values/calendar';
import { isRisk, isSignature } from '@plimsoll/contracts/forms/answer-kind';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Question } from '@plimsoll/contracts/forms/form';
import type { InjuredPersonFact, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { eventFieldTexts, injuredTexts, oiicsTexts, riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { likelihoodLabels, riskBand, riskScore, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import { regionOf } from '@plimsoll/contracts/organizations/regions';

/** Names by guid of what an incident refers to: persons, worksites, reporting groups. */
export type Names = ReadonlyMap<string, string>;

/** Formats a date: "14 June 2026". Anything else, such as an erased value, is returned as it is. */
export function readableDate(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return parts ? `${Number(parts[3])} ${monthName(Number(parts[2]))} ${parts[1]}` : date;
}

/** Formats a severity by its label. */
export const severityText = (value: number | null): string | null => (value === null ? null : severityLabels[value]!);
/** Formats a likelihood by its label. */
export const likelihoodText = (value: number | null): string | null =>
  value === null ? null : likelihoodLabels[value]!;

/** Formats a risk score: "High, 12". */
export function riskText(score: number | null): string | null {
  const band = riskBand(score);
  return band && `${riskBandTexts[band]}, ${score}`;
}

export type FactField = Exclude<keyof IncidentFacts, 'components'>;

/** The facts that an amendment may change, except answers, in display order. */
export const factFields: readonly FactField[] = [
  'occurrenceDate',
  'occurrenceTime',
  'timeZone',
  'reportingGroupGuid',
  'worksiteGuid',
  'regionGuid',
  'location',
  'description',
  'immediateActions',
  'injuredPersons',
  'relatedPersons',
];

/** Formats a fact for people; null if it is empty. */
export function factText(field: FactField, facts: IncidentFacts, names: Names): string | null {
  switch (field) {
    case 'occurrenceDate':
      return readableDate(facts.occurrenceDate);
    case 'reportingGroupGuid':
    case 'worksiteGuid':
      return named(facts[field], names);
    case 'regionGuid':
      return facts.regionGuid === null ? null : (regionOf(facts.regionGuid)?.name ?? facts.regionGuid);
    case 'injuredPersons':
      return listed(facts.injuredPersons.map(injuredText));
    case 'relatedPersons':
      return listed(facts.relatedPersons.map(({ name, role }) => (role ? `${name} (${role})` : name)));
    default:
      return facts[field];
  }
}

const named = (guid: string | null, names: Names): string | null => (guid === null ? null : (names.get(guid) ?? guid));
const listed = (texts: readonly string[]): string | null => (texts.length > 0 ? texts.join('; ') : null);

function injuredText(person: InjuredPersonFact): string {
  const codes = (['nature', 'bodyPart', 'source', 'event'] as const).flatMap((list) =>
    person[list] === null ? [] : [`${within(oiicsTexts[list])} ${person[list]}`],
  );
  const treatment = person.treatment ? [`${within(eventFieldTexts.treatment)}: ${person.treatment}`] : [];
  return `${person.name} (${[...injuredTexts(person), ...codes, ...treatment].join(', ')})`;
}

/** Formats a field's name for use within a sentence. */
const within = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The questions of an incident's form, by guid. */
export type Questions = ReadonlyMap<string, Question>;

/** Returns the text of a question. */
export const questionText = (questions: Questions, questionGuid: string): string =>
  questions.get(questionGuid)?.text ?? 'A question that is no longer asked';

/** Formats an answer for people: choices by label, dates written out, persons by name. */
export function answerText(
  questions: Questions,
  questionGuid: string,
  value: AnswerValue | undefined,
  names: Names,
): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  const question = questions.get(questionGuid);
  const label = (choice: string) => question?.options.find((option) => option.value === choice)?.label ?? choice;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((choice) => names.get(choice) ?? label(choice)).join(', ');
  if (typeof value === 'number') return question?.type === 'RISK' ? riskText(value) : String(value);
  if (isRisk(value)) return riskText(riskScore(value.severity, value.likelihood));
  if (isSignature(value)) return value.name;
  if (question?.type === 'DATE') return readableDate(value);
  return question?.type === 'LOCATION'
    ? (names.get(value) ?? regionOf(value)?.name ?? value)
    : question?.type === 'PERSON'
      ? (names.get(value) ?? value)
      : label(value);
}
