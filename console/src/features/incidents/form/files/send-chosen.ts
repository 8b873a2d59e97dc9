import type { Form } from '@plimsoll/contracts/forms/form';
import { freeName } from '../../../../lib/offline/file-names.ts';
import { filesSettled, attachmentDraft } from '../../../../lib/offline/attachment-drafts.ts';
import { newGuid } from '../../../../lib/format/ids.ts';
import { ApiProblem } from '../../../../lib/api/problem.ts';
import { filesIn, type Answers } from '../fields/questions.ts';

/** Those of the answers' files that were chosen here, by their guids. */
export const chosenIn = (form: Form, answers: Answers) =>
  filesIn(form, answers).filter(({ attachmentGuid }) => attachmentDraft(attachmentGuid));

interface Receiving {
  readonly organizationGuid: string;
  readonly eventId: string;
  /** The one that the person has seen. */
  readonly revision: number;
}

/**
 * Attaches the files that were chosen while an event is changed: its answers name them once they are there. What has arrived
 * before is not doubled. Gives the revision that the change is then based on: where somebody else has written between, the one that the person has seen.
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
  // Few changes bring files: what sends them comes with the first.
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
