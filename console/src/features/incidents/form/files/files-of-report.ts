import type { Form } from '@plimsoll/contracts/forms/form';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { attachmentDraft, missingFiles } from '../../../../lib/offline/attachment-drafts.ts';
import type { EventFields } from '../fields/event-fields.ts';
import type { FieldError } from '../errors/field-errors.ts';
import { filesIn, isAsked } from '../fields/questions.ts';

/** All files of a report, each with its question if it answers one. */
export const filesOf = (
  form: Form,
  { answers, photos }: EventFields,
): { attachmentGuid: string; questionGuid?: string }[] => [
  ...photos.map((attachmentGuid) => ({ attachmentGuid })),
  ...filesIn(form, answers),
];

/** The files that the report announces: those that its answers name, and its photos, as far as this device has them. */
export function announcedOf(form: Form, fields: EventFields): Pick<ReportIncidentRequest, 'awaitedAttachments'> {
  const awaitedAttachments = filesOf(form, fields).flatMap(({ questionGuid, attachmentGuid }) => {
    const file = attachmentDraft(attachmentGuid);
    return file ? [{ attachmentGuid, name: file.name, size: file.size, ...(questionGuid && { questionGuid }) }] : [];
  });
  return awaitedAttachments.length > 0 ? { awaitedAttachments } : {};
}

/** What a report names and this device does not have: its page went before it was there, or somebody cleared the browser. It would be refused. */
export async function errorsOfFiles(form: Form, fields: EventFields): Promise<FieldError[]> {
  const questions = questionsOf(form);
  const files = filesOf(form, fields).filter(
    ({ questionGuid }) =>
      questionGuid === undefined || isAsked(questions.get(questionGuid)!, questions, fields.answers),
  );
  const missing = new Set(await missingFiles(files.map(({ attachmentGuid }) => attachmentGuid)));
  const places = new Set(
    files.flatMap(({ attachmentGuid, questionGuid }) =>
      missing.has(attachmentGuid) ? [questionGuid ? `answers.${questionGuid}` : 'photos'] : [],
    ),
  );
  return [...places].map((field) => ({
    field,
    message: 'A file is not on this device. Leave it out, and choose it again.',
  }));
}
