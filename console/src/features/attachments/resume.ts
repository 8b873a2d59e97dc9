import { begin, sendOutbox } from '../../lib/offline/outbox.ts';
import type { ReleasedFile } from '../../lib/offline/attachment-drafts.ts';
import { askAboutUnsent } from './components/LeavingUnsent.tsx';
import { resume, addReleasedFiles } from './sending.ts';

/** Resumes sending the reports and files that the user has stored on this device. */
export async function resumeUnsent(person: string): Promise<void> {
  askAboutUnsent();
  begin();
  await Promise.all([sendOutbox(), resume(person)]);
}

/** Sends the files of a report that has arrived. */
export function sendReleased(files: readonly ReleasedFile[]): void {
  askAboutUnsent();
  addReleasedFiles(files);
}
