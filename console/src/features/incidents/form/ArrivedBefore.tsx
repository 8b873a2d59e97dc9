import { Link } from 'react-router';
import { incidentsPaths } from '../paths.ts';

/** What is said of a report that was changed after it had been sent: the key tells that one of it is there. */
export const ArrivedBefore = () => (
  <>
    An earlier version of this report has already arrived.{' '}
    <Link to={incidentsPaths.eventList()}>Find it in the list</Link> and change it there.
  </>
);
