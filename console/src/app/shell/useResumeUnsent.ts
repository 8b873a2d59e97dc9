import { useEffect } from 'react';
import { onReleasedFiles } from '../../lib/offline/attachment-drafts.ts';
import { queuedUploads } from '../../lib/offline/upload-queue-storage.ts';
import { followStoredReports, storedReports, outboxKey } from '../../lib/offline/outbox-storage.ts';
import { draftKeys } from '../../lib/forms/sealed-drafts.ts';

/** Delay, so that the page itself loads first. */
const DELAY_MS = 3_000;

const fetchSenders = () => import('../../features/attachments/resume.ts');

/**
 * Resumes uploads: files whose report was sent, and reports and files that were left on this device. The code is loaded
 * only if there are any.
 */
export function useResumeUnsent(person: string): void {
  useEffect(() => onReleasedFiles((files) => void fetchSenders().then(({ sendReleased }) => sendReleased(files))), []);
  useEffect(() => {
    const resume = async () => (await fetchSenders()).resumeUnsent(person);
    const check = async () => {
      if ((await queuedUploads(person)).own.length > 0 || (await draftKeys(outboxKey(person))).length > 0)
        await resume();
    };
    // Failures are retried at the next start.
    const timer = setTimeout(() => void check().catch(() => undefined), DELAY_MS);
    // Also once sending a report has failed: the loaded module asks about it before a sign-out.
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
