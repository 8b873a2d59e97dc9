import { useSearchParams } from 'react-router';
import { useOpenEvent } from '../public/open-event.ts';
import { EventRecord } from '../record/EventRecord.tsx';
import { EventRevision } from '../history/EventRevision.tsx';

/** Details of an incident, current or as of the instant in the URL. */
export function Component() {
  const incident = useOpenEvent();
  const [search] = useSearchParams();
  const asOf = search.get('asOf');
  return asOf ? <EventRevision now={incident} past={{ asOf }} /> : <EventRecord incident={incident} />;
}
