import { closeAlert, holdAlerts, useAlerts } from '../lib/format/alerts.ts';
import { Alerts } from '../ui/feedback/Alerts.tsx';

/** Alerts of the whole console. */
export function FloatingAlerts() {
  return <Alerts alerts={useAlerts()} onClose={closeAlert} onHold={holdAlerts} />;
}
