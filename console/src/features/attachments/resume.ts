import type { ReleasedFile } from '../../lib/held-files.ts';
import { askAboutFiles } from './parts/LeavingFiles.tsx';
import { resume, takeReleased } from './sending.ts';

/** Goes on with the files that a person has left on this device. */
export function resumeFiles(person: string): Promise<void> {
  askAboutFiles();
  return resume(person);
}

/** Sends files whose report has arrived. */
export function sendReleased(files: readonly ReleasedFile[]): void {
  askAboutFiles();
  takeReleased(files);
}
