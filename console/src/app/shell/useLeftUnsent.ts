import { useEffect } from 'react';
import { onReleasedFiles } from '../../lib/offline/attachment-drafts.ts';
import { queuedUploads } from '../../lib/offline/upload-queue-storage.ts';
import { followStoredReports, storedReports, outboxKey } from '../../lib/offline/outbox-storage.ts';
import { draftKeys } from '../../lib/forms/sealed-drafts.ts';

/** The page itself goes first. */
const AT_REST_MS = 3_000;

const fetchSenders = () => import('../../features/attachments/resume.ts');

/** Sends files whose report has arrived, and goes on with reports and files that the person has left on this device. What sends them is fetched only where there are some. */
export function useLeftUnsent(person: string): void {
  useEffect(() => onReleasedFiles((files) => void fetchSenders().then(({ sendReleased }) => sendReleased(files))), []);
  useEffect(() => {
    const resume = async () => (await fetchSenders()).resumeUnsent(person);
    const look = async () => {
      if ((await queuedUploads(person)).own.length > 0 || (await draftKeys(outboxKey(person))).length > 0)
        await resume();
    };
    // Whatever fails is tried by the next start.
    const timer = setTimeout(() => void look().catch(() => undefined), AT_REST_MS);
    // A report that waits is asked about before a sign-out.
    const stop = followStoredReports(() => {
      if (!storedReports().some(({ tries }) => tries > 0)) return;
      stop();
      void resume().catch(() => undefined);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [person]);
}
