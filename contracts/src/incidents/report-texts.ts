import { textOf } from '../errors.ts';

/** What is said about a field of a report, by the form as it is filled in and by the API. Texts of the specification stand as it has them. */
export const reportTexts = {
  descriptionMissing: 'Please enter a description',
  descriptionTooLong: textOf('MalformedDescription'),
  dayMissing: 'Please enter a date',
  dayMalformed: textOf('MalformedDate'),
  dayInFuture: 'The day cannot be in the future',
  timeInFuture: 'The time cannot be in the future',
  reportedInFuture: 'Cannot be in the future',
  reportedBefore: 'Cannot be before the day on which it happened',
  worksiteMissing: 'Worksite is required field',
  regionMissing: textOf('MissingRegion'),
  locationMissing: 'Please enter the location of the event',
  locationTooLong: textOf('MalformedLocation'),
  reportingGroupMissing: 'Reporting group is required',
  injuredMissing: textOf('AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson'),
  nameMissing: "Full name can't be blank",
  nameTooLong: textOf('MalformedName'),
  emailMalformed: textOf('MalformedEmailAddress'),
  personTwice: 'This person is already on the list',
  codeUnknown: 'This code is not one of OIICS 2',
  answersMissing: textOf('EmptyEventComponentsArray'),
  groupUnknown: 'The form has no such group',
  groupTwice: 'This group has already been answered',
  questionUnknown: 'The group has no such question',
  questionTwice: 'This question has already been answered',
  severityMissing: 'Please choose the level of severity',
  likelihoodMissing: 'Please choose the level of likelihood',
  ratingMissing: 'Please choose the level of severity and the level of likelihood.',
} as const;

/** What is said where a text is longer than its field takes. */
export const tooLongText = (maximum: number): string => `This is longer than ${maximum.toLocaleString('en-CA')} characters`;

/** What is said of a rating that is not whole; null when it is. */
export function ratingFault(severity: number | null, likelihood: number | null): string | null {
  if (severity === null) return likelihood === null ? reportTexts.ratingMissing : reportTexts.severityMissing;
  return likelihood === null ? reportTexts.likelihoodMissing : null;
}
