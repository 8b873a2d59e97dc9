import type { Form } from '@plimsoll/contracts/forms/form';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { attachmentDraft, missingFiles } from '../../../../lib/offline/attachment-drafts.ts';
import type { EventFields } from '../fields/event-fields.ts';
import type { FieldError } from '../errors/field-errors.ts';
import { filesIn, isQuestionShown } from '../fields/questions.ts';

/** All files of a report, each with its question if it answers one. */
export const filesOf = (
  form: Form,
  { answers, photos }: EventFields,
): { attachmentGuid: string; questionGuid?: string }[] => [
  ...photos.map((attachmentGuid) => ({ attachmentGuid })),
  ...filesIn(form, answers),
];

/** Files that a report announces: the files of its answers and its photos, if this device has them. */
export function announcedOf(form: Form, fields: EventFields): Pick<ReportIncidentRequest, 'awaitedAttachments'> {
  const awaitedAttachments = filesOf(form, fields).flatMap(({ questionGuid, attachmentGuid }) => {
    const file = attachmentDraft(attachmentGuid);
    return file ? [{ attachmentGuid, name: file.name, size: file.size, ...(questionGuid && { questionGuid }) }] : [];
  });
  return awaitedAttachments.length > 0 ? { awaitedAttachments } : {};
}

/**
 * Errors for files that the report names but this device does not have, because the page closed too early or the
 * browser's data was cleared. The server would reject the report.
 */
export async function errorsOfFiles(form: Form, fields: EventFields): Promise<FieldError[]> {
  const questions = questionsOf(form);
  const files = filesOf(form, fields).filter(
    ({ questionGuid }) =>
      questionGuid === undefined || isQuestionShown(questions.get(questionGuid)!, questions, fields.answers),
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
