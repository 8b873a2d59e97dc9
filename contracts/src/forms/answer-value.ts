import { z } from 'zod';
import { safeText } from '../kernel/values/text.ts';

/** How bad, and how likely: a risk is answered by both. */
export const riskAnswer = z.strictObject({ severity: z.int().min(0).max(5), likelihood: z.int().min(0).max(5) });
export type RiskAnswer = z.output<typeof riskAnswer>;

/** As long as the path of a drawing may be. */
export const MAX_DRAWING_LENGTH = 60_000;

/** The path of an SVG, as a pen drew it. */
export const DRAWING = /^[MLHVCSQTAZmlhvcsqtaz0-9eE ,.+-]*$/;

/** What a pen drew. */
export const drawing = z.string().max(MAX_DRAWING_LENGTH).regex(DRAWING);

/** A typed signature with its drawing. */
export const signatureAnswer = z.strictObject({ name: safeText.max(200), drawing: drawing.optional() });
export type SignatureAnswer = z.output<typeof signatureAnswer>;

/**
 * What a question may be answered with: text (dates and guids too), a number, yes or no, several choices, a risk, or a
 * signature.
 */
export const answerValue = z.union([
  safeText.max(100_000),
  z.number(),
  z.boolean(),
  z.array(safeText.max(1000)).max(200),
  riskAnswer,
  signatureAnswer,
  z.null(),
]);
export type AnswerValue = z.output<typeof answerValue>;

/** The same as it is shown: of a risk that was answered by a number, the number is left. */
export const shownAnswer = z.union([answerValue, z.strictObject({ score: z.number() })]);
export type ShownAnswer = z.output<typeof shownAnswer>;
