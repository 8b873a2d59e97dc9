import { paths } from '../../../lib/url/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import css from '../Billing.module.css';

/** What is open in any case. */
export function Ways() {
  const { modules } = useStarted();
  return (
    <div className={css.ways}>
      {modules.has('events') && (
        <>
          <ButtonLink to={paths.reportEvent()} variant="secondary">
            Report an event
          </ButtonLink>
          <ButtonLink to={paths.eventList()} variant="quiet">
            See the records
          </ButtonLink>
        </>
      )}
      {!modules.has('events') && modules.has('dashboard') && (
        <ButtonLink to={paths.dashboard()} variant="secondary">
          See the records
        </ButtonLink>
      )}
    </div>
  );
}
