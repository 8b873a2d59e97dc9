import { useEffect, useState } from 'react';
import { isStored } from '../../../lib/offline/outbox-storage.ts';
import type { OutboxReport } from '../../../lib/offline/outbox-report.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import css from './Outbox.module.css';

const DAY_MS = 86_400_000;

/** Whether the browser may delete stored data when space runs out; null while unknown. */
function useMayBeCleared(): boolean | null {
  const [mayBe, setMayBe] = useState<boolean | null>(null);
  useEffect(
    () =>
      void navigator.storage?.persisted?.().then(
        (isPersistent) => setMayBe(!isPersistent),
        () => undefined,
      ),
    [],
  );
  return mayBe;
}

/** Notices about all unsent reports: not stored, too old. */
export function OutboxNotices({ reports, at }: { reports: readonly OutboxReport[]; at: Date }) {
  const mayBeCleared = useMayBeCleared();
  if (reports.length === 0) return null;
  const isOld = reports.some(({ savedAt }) => at.getTime() - Date.parse(savedAt) > DAY_MS);
  const isOnPageOnly = !reports.every(isStored);
  return (
    <div className={css.notices}>
      {isOld && (
        <Banner tone="warning">
          Something has waited here for more than a day. Open Plimsoll where there is signal, or press “Send now”.
        </Banner>
      )}
      {isOnPageOnly && (
        <Banner tone="warning">
          This device has no room for it, or keeps nothing at this address. It is lost when this page is closed.
        </Banner>
      )}
      {mayBeCleared && !isOnPageOnly && <Banner>This browser may clear what it keeps when it runs out of room.</Banner>}
    </div>
  );
}
