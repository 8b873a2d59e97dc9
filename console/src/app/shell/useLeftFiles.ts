import { useEffect } from 'react';
import { onReleasedFiles } from '../../lib/held-files.ts';
import { keptFiles } from '../../lib/kept-files.ts';

/** The page itself goes first. */
const AT_REST_MS = 3_000;

/** Sends files whose report has arrived, and goes on with files that the person has left on this device. What sends them is fetched only where there are some. */
export function useLeftFiles(person: string): void {
  useEffect(() => onReleasedFiles((files) => void import('../../features/attachments/resume.ts').then(({ sendReleased }) => sendReleased(files))), []);
  useEffect(() => {
    const look = async () => {
      const { own } = await keptFiles(person);
      if (own.length > 0) await (await import('../../features/attachments/resume.ts')).resumeFiles(person);
    };
    // Whatever fails is tried by the next start.
    const timer = setTimeout(() => void look().catch(() => undefined), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [person]);
}
