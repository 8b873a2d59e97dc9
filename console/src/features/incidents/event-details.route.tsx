import { useSearchParams } from 'react-router';
import { useOpenEvent } from '../../lib/open-event.ts';
import { EventRecord } from './parts/EventRecord.tsx';
import { EventRevision } from './parts/EventRevision.tsx';

/** The event as it is, or as the log knew it at the instant in the address. */
export function Component() {
  const incident = useOpenEvent();
  const [search] = useSearchParams();
  const asOf = search.get('asOf');
  return asOf ? <EventRevision now={incident} past={{ asOf }} /> : <EventRecord incident={incident} />;
}
