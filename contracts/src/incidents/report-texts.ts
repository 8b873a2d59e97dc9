import { textOf } from '../errors/errors.ts';

/**
 * Texts about a report as a whole, by its form and the API alike; `fieldTexts` has those of single fields. Texts of the
 * specification are verbatim.
 */
export const reportTexts = {
  dayInFuture: 'The date cannot be in the future',
  timeInFuture: 'The time cannot be in the future',
  reportedBefore: 'Cannot be before the day on which it happened',
  worksiteMissing: 'Worksite is required field',
  regionMissing: textOf('MissingRegion'),
  reportingGroupMissing: 'Reporting group is required',
  injuredMissing: textOf('AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson'),
  personTwice: 'This person is already on the list',
  codeUnknown: 'This code is not one of OIICS 2',
  notAmongInjured: 'Choose from the people who were hurt',
  notAmongPeople: 'Choose a member, or somebody whom this event names',
  notAmongPlaces: 'Choose a worksite or a region',
  notSigned: 'Only a signature has somebody who signs',
  signsForOthers: 'You can sign for yourself only',
  drawnWithoutName: 'Type your name beside the drawing',
  notQuick: 'What is closed as it is reported is answered in full',
  notAsked: 'This is not asked after the other answers',
  groupUnknown: 'The form has no such group',
  groupTwice: 'This group has already been answered',
  questionUnknown: 'The group has no such question',
  questionTakesNoFiles: 'The form has no question with this guid that is answered with files',
  questionTwice: 'This question has already been answered',
  hurtNotAsked: 'This form does not ask who was hurt',
  othersNotAsked: 'This form does not ask for other people',
  ratingNotAsked: 'Events by this form are not rated',
  severityMissing: 'Please choose the level of severity',
  likelihoodMissing: 'Please choose the level of likelihood',
  ratingMissing: 'Please choose the level of severity and the level of likelihood.',
} as const;

/** The text for a signature with another name than the signer's. */
export const notYourNameText = (name: string): string => `Sign with your own name: ${name}`;

/** The text for a question that a quick report left open, shown when it is rated. */
export const stillOpenText = (question: string): string => `Still open: ${question.replace(/[.:?!]$/, '')}`;

/** What is said of a rating that is not whole; null when it is. */
export function ratingError(severity: number | null, likelihood: number | null): string | null {
  if (severity === null) return likelihood === null ? reportTexts.ratingMissing : reportTexts.severityMissing;
  return likelihood === null ? reportTexts.likelihoodMissing : null;
}
