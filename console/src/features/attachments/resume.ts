import { askAboutFiles } from './parts/LeavingFiles.tsx';
import { resume } from './sending.ts';

/** Goes on with the files that a person has left on this device. */
export function resumeFiles(person: string): Promise<void> {
  askAboutFiles();
  return resume(person);
}
