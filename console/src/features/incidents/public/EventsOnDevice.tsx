import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { agoText } from '../../../lib/forms/drafts.ts';
import { listStoredEvents, type StoredEventSummary } from '../../../lib/offline/stored-events.ts';
import { now } from '../../../lib/session/clock.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { incidentsPaths } from '../paths.ts';
import css from './EventsOnDevice.module.css';

/** Events that can be read on this device without a network; nothing if there are none. */
export function EventsOnDevice() {
  const [events, setEvents] = useState<readonly StoredEventSummary[]>([]);
  useEffect(() => void listStoredEvents().then(setEvents, () => undefined), []);
  if (events.length === 0) return null;
  return (
    <Section title="Events on this device">
      <ul className={css.list}>
        {events.map(({ eventId, organizationGuid, number, heading, savedAt }) => (
          <li key={eventId}>
            <Link to={`${incidentsPaths.event(eventId)}?${new URLSearchParams({ organizationGuid })}`}>
              {number} · {heading}
            </Link>
            <small>as of {agoText(savedAt, now())}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
