import { isStored } from '../../../lib/offline/outbox-storage.ts';
import type { OutboxReport } from '../../../lib/offline/outbox-report.ts';
import { Mark } from '../../../ui/layout/Mark.tsx';
import css from './Outbox.module.css';

/** Confirms that a report was stored on this device instead of being sent, and later that it has arrived. */
export function SavedHere({ report, title }: { report: OutboxReport | null; title: string | null }) {
  return (
    <div className={css.saved} role="status">
      <Mark height={56} className={css.mark} />
      {title && <h2 className={css.title}>{title}</h2>}
      {!report ? (
        <p>It stands in the list of events.</p>
      ) : isStored(report) ? (
        <p>Waiting for signal. Plimsoll sends it by itself once it is open and there is signal.</p>
      ) : (
        <p>Waiting for signal. This browser keeps nothing for you here: leave this page open until it has been sent.</p>
      )}
    </div>
  );
}
