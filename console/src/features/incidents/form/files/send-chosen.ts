import type { Form } from '@plimsoll/contracts/forms/form';
import { freeName } from '../../../../lib/offline/file-names.ts';
import { filesSettled, attachmentDraft } from '../../../../lib/offline/attachment-drafts.ts';
import { newGuid } from '../../../../lib/format/ids.ts';
import { ApiProblem } from '../../../../lib/api/problem.ts';
import { filesIn, type Answers } from '../fields/questions.ts';

/** Files of the answers that were chosen on this device. */
export const chosenIn = (form: Form, answers: Answers) =>
  filesIn(form, answers).filter(({ attachmentGuid }) => attachmentDraft(attachmentGuid));

interface Receiving {
  readonly organizationGuid: string;
  readonly eventId: string;
  /** The revision that the user has seen. */
  readonly revision: number;
}

/**
 * Uploads the files that were chosen while changing an incident, before the answers that name them. A file that has
 * already arrived is not duplicated. Returns the revision to send the change for: it includes the uploads, unless
 * another user's change came between.
 */
export async function sendChosen(
  form: Form,
  answers: Answers,
  { organizationGuid, eventId, revision }: Receiving,
): Promise<number> {
  await filesSettled();
  let seen = revision;
  const chosen = chosenIn(form, answers);
  if (chosen.length === 0) return seen;
  // Loaded on demand, because few changes include files.
  const { upload } = await import('../../../../lib/api/upload.ts');
  for (const { attachmentGuid, questionGuid } of chosen) {
    const file = attachmentDraft(attachmentGuid)!;
    const put = (name: string) =>
      upload(
        'putAttachment',
        { params: { eventId, attachmentGuid }, query: { organizationGuid, name, questionGuid } },
        file,
        { key: newGuid(), signal: new AbortController().signal, onSent: () => undefined },
      );
    const stored = await put(file.name).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.className === 'DuplicateAttachmentName')
        return put(freeName(file.name, [file.name]));
      throw error;
    });
    if (stored.revision === seen + 1) seen = stored.revision;
  }
  return seen;
}
