import { refuse, type Refusal } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';

/** Maximum side length of the result. */
export const MAX_SIDE_PIXELS = 512;
/** Decoding limit: a small file may contain a picture that takes gigabytes. */
export const MAX_PIXELS = 50_000_000;
/** Maximum file size. */
export const MAX_BYTES = 5 * 2 ** 20;

/** Refusals of pictures, by the field that they name. */
export const noPicture = (field: string, message?: string): Refusal =>
  refuse('InvalidFileExtension', { fieldErrors: [fieldError(field, 'InvalidFileExtension', message)] });
export const brokenPicture = (field: string): Refusal => noPicture(field, 'The picture is broken');
export const tooLargePicture = (field: string, message?: string): Refusal =>
  refuse('AttachmentTooLarge', { fieldErrors: [fieldError(field, 'AttachmentTooLarge', message)] });
