import type { FileEnding } from '@plimsoll/contracts/attachments/file-types';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';

/** Markup near the beginning of a file that is of another type than its name says. */
export const MARKUP = /<\s*(?:!doctype\s+html|html|script|svg|iframe|body|object|embed)[\s>/]|<\?php/i;

/** Refusals of files, by the fields that they name. */
export const dangerous = (message: string): Refusal =>
  refuse('UnsupportedMediaType', { fieldErrors: [fieldError('body', 'UnsupportedMediaType', message)] });
export const tooMuch = (message: string): Refusal =>
  refuse('PayloadTooLarge', { fieldErrors: [fieldError('body', 'PayloadTooLarge', message)] });
export const otherContent = (extension: FileEnding): Refusal =>
  refuse('InvalidFileExtension', {
    fieldErrors: [fieldError('name', 'InvalidFileExtension', `The content is not what .${extension} stands for`)],
  });
