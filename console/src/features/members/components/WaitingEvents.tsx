import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { MAX_LISTED_EVENTS, waitingEventsQuery } from '../api.ts';
import css from './Waiting.module.css';

/**
 * Events that wait for a member who is about to lose the right to act on them: their number, the oldest, and who takes
 * over.
 */
export function WaitingEvents({ userGuid, name }: { userGuid: string; name: string }) {
  const { organization, modules } = useStarted();
  const seesAll = useMay('VIEW_OTHER_USERS_EVENTS');
  const query = useQuery(waitingEventsQuery(organization.guid, userGuid));
  const all = incidentsPaths.eventList(1, { holderGuid: userGuid });
  return (
    <QueryView query={query} skeleton={<Skeleton widths={['60%', '92%']} />}>
      {({ items, totalCount }) =>
        totalCount === 0 ? (
          <p>{seesAll ? `No event waits for ${name}.` : `None of the events that you see waits for ${name}.`}</p>
        ) : (
          <div className={css.waiting}>
            <b>
              {totalCount.toLocaleString('en-CA')} {totalCount === 1 ? 'event waits' : 'events wait'} for {name}
            </b>
            <ul>
              {items.map(({ eventId, number, heading, state }) => (
                <li key={eventId}>
                  {number} {heading}
                  <small>{stateTexts[state]}</small>
                </li>
              ))}
            </ul>
            {modules.has('events') && (
              <Link to={all}>
                {totalCount > MAX_LISTED_EVENTS
                  ? `All ${totalCount.toLocaleString('en-CA')} in the list`
                  : 'See them in the list'}
              </Link>
            )}
            <p>
              Somebody else has to take over. A review or an approval turns up among the tasks of whoever asked for it;
              an event without a reviewer, after a day, among the tasks of those who may send it on.
            </p>
          </div>
        )
      }
    </QueryView>
  );
}
