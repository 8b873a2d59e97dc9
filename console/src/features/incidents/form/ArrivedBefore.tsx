import { Link } from 'react-router';
import { incidentsPaths } from '../paths.ts';

/** Shown for a report that was changed after it had been sent: the server already has a report with its key. */
export const ArrivedBefore = () => (
  <>
    An earlier version of this report has already arrived.{' '}
    <Link to={incidentsPaths.eventList()}>Find it in the list</Link> and change it there.
  </>
);
