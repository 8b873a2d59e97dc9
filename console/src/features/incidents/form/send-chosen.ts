import type { Form } from '@plimsoll/contracts/forms/form';
import { freeName } from '../../../lib/file-names.ts';
import { filesSettled, heldFile } from '../../../lib/held-files.ts';
import { newGuid } from '../../../lib/ids.ts';
import { ApiProblem } from '../../../lib/problem.ts';
import { filesIn, type Answers } from './questions.ts';

/** Those of the answers' files that were chosen here, by their guids. */
export const chosenIn = (form: Form, answers: Answers) =>
  filesIn(form, answers).filter(({ attachmentGuid }) => heldFile(attachmentGuid));

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
  const { upload } = await import('../../../lib/upload.ts');
  for (const { attachmentGuid, questionGuid } of chosen) {
    const file = heldFile(attachmentGuid)!;
    const put = (name: string) =>
      upload(
        'putAttachment',
        { params: { eventId, attachmentGuid }, query: { organizationGuid, name, questionGuid } },
        file,
        { key: newGuid(), signal: new AbortController().signal, onSent: () => undefined },
      );
    const stored = await put(file.name).catch((fault: unknown) => {
      if (fault instanceof ApiProblem && fault.className === 'DuplicateAttachmentName')
        return put(freeName(file.name, [file.name]));
      throw fault;
    });
    if (stored.revision === seen + 1) seen = stored.revision;
  }
  return seen;
}
