import type { AnsweredWhen } from './vocabulary.ts';

/** How soon a report was answered, as a filter names it. */
export const answeredTexts: Readonly<Record<AnsweredWhen, string>> = {
  WITHIN_7_DAYS: 'Answered within 7 days',
  LATER: 'Answered after 7 days',
  NOT_YET: 'Not answered yet',
  ANY: 'All that need an answer',
};
