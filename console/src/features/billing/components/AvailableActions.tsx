import { incidentsPaths } from '../../incidents/paths.ts';
import { metricsPaths } from '../../metrics/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import css from '../Billing.module.css';

/** Links to what is available in any subscription status. */
export function AvailableActions() {
  const { modules } = useStarted();
  return (
    <div className={css.ways}>
      {modules.has('events') && (
        <>
          <ButtonLink to={incidentsPaths.reportEvent()} variant="secondary">
            Report an event
          </ButtonLink>
          <ButtonLink to={incidentsPaths.eventList()} variant="quiet">
            See the records
          </ButtonLink>
        </>
      )}
      {!modules.has('events') && modules.has('dashboard') && (
        <ButtonLink to={metricsPaths.dashboard()} variant="secondary">
          See the records
        </ButtonLink>
      )}
    </div>
  );
}
