import { z } from 'zod';
import { safeText } from '../text.ts';

/** What a question may be answered with: text (dates and guids too), a number, yes or no, or several choices. */
export const answerValue = z.union([safeText.max(100_000), z.number(), z.boolean(), z.array(safeText.max(1000)).max(200), z.null()]);
export type AnswerValue = z.output<typeof answerValue>;
