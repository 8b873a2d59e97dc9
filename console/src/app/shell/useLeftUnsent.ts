import { useEffect } from 'react';
import { onReleasedFiles } from '../../lib/held-files.ts';
import { keptFiles } from '../../lib/kept-files.ts';
import { followShelf, onShelf, outboxKey } from '../../lib/outbox-shelf.ts';
import { draftKeys } from '../../lib/sealed-drafts.ts';

/** The page itself goes first. */
const AT_REST_MS = 3_000;

const fetchSenders = () => import('../../features/attachments/resume.ts');

/** Sends files whose report has arrived, and goes on with reports and files that the person has left on this device. What sends them is fetched only where there are some. */
export function useLeftUnsent(person: string): void {
  useEffect(() => onReleasedFiles((files) => void fetchSenders().then(({ sendReleased }) => sendReleased(files))), []);
  useEffect(() => {
    const resume = async () => (await fetchSenders()).resumeUnsent(person);
    const look = async () => {
      if ((await keptFiles(person)).own.length > 0 || (await draftKeys(outboxKey(person))).length > 0) await resume();
    };
    // Whatever fails is tried by the next start.
    const timer = setTimeout(() => void look().catch(() => undefined), AT_REST_MS);
    // A report that waits is asked about before a sign-out.
    const stop = followShelf(() => {
      if (!onShelf().some(({ tries }) => tries > 0)) return;
      stop();
      void resume().catch(() => undefined);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [person]);
}
