import { begin, sendOutbox } from '../../lib/offline/outbox.ts';
import type { ReleasedFile } from '../../lib/offline/attachment-drafts.ts';
import { askAboutUnsent } from './components/LeavingUnsent.tsx';
import { resume, takeReleased } from './sending.ts';

/** Goes on with the reports and the files that a person has left on this device. */
export async function resumeUnsent(person: string): Promise<void> {
  askAboutUnsent();
  begin();
  await Promise.all([sendOutbox(), resume(person)]);
}

/** Sends files whose report has arrived. */
export function sendReleased(files: readonly ReleasedFile[]): void {
  askAboutUnsent();
  takeReleased(files);
}
