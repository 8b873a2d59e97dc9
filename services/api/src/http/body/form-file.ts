import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { refuse } from '../../commands/decision.ts';
import { Refused } from '../problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

const FORM = /^multipart\/form-data\s*;/i;

export const isForm = (contentType: string | undefined): contentType is string =>
  contentType !== undefined && FORM.test(contentType);

const malformed = (field: string, message: string) =>
  new Refused(refuse('MalformedRequest', { fieldErrors: [fieldError(field, 'MalformedRequest', message)] }));

/**
 * Extracts the file of a form that has no other field; undefined where the field holds no file. The form is complete
 * and within its route's limit. @throws Refused for a body that is no form, and for any other field.
 */
export async function fileOfForm(form: Buffer, contentType: string, fileField: string): Promise<Buffer | undefined> {
  const parsed = await new Response(new Uint8Array(form), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw malformed(fileField, 'Must be sent as a form (multipart/form-data)');
    });
  const fields = [...parsed.entries()];
  const unknown = fields.find(([name]) => name !== fileField);
  if (unknown) throw malformed(unknown[0], fieldTexts.unknown);
  if (fields.length > 1) throw malformed(fileField, fieldTexts.givenTwice);
  const file = fields[0]?.[1];
  return file === undefined || typeof file === 'string' ? undefined : Buffer.from(await file.arrayBuffer());
}
