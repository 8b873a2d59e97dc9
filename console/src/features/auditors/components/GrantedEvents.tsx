import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_NAMED_EVENTS } from '@plimsoll/contracts/auditors/scope';
import { isDay } from '@plimsoll/contracts/kernel/values/calendar';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { useSearchText } from '../../../lib/url/url-state.ts';
import { FoundChoices } from '../../../ui/inputs/FoundChoices.tsx';
import { grantedEventsQuery } from '../api.ts';

/** An incident that a grant names, with the fields that the grant's other limits are compared with. */
export interface GrantedEvent
  extends Pick<
    IncidentListItem,
    'eventId' | 'number' | 'heading' | 'formGuid' | 'formName' | 'occurrenceDate' | 'isSensitive'
  > {
  readonly worksiteGuid: string | null;
}

/** The other limits of a grant. */
export interface GrantLimits {
  readonly from: string;
  readonly to: string;
  readonly formGuids: readonly string[];
  readonly worksiteGuids: readonly string[];
  readonly includeSensitive: boolean;
}

/** Maximum number of units that the list API filters by. With more, the search is not limited to units. */
const MAX_FILTERED_UNITS = 100;
const filterable = (guids: readonly string[]) =>
  guids.length > 0 && guids.length <= MAX_FILTERED_UNITS ? [...guids] : undefined;

const filterOf = (text: string, { from, to, formGuids, worksiteGuids }: GrantLimits): IncidentFilter =>
  Object.fromEntries(
    Object.entries({
      text,
      from: isDay(from) ? from : undefined,
      to: isDay(to) ? to : undefined,
      formGuid: filterable(formGuids),
      worksiteGuid: filterable(worksiteGuids),
    }).filter(([, value]) => value !== undefined),
  );

const among = (guid: string | null, guids: readonly string[]): boolean =>
  guids.length === 0 || (guid !== null && guids.includes(guid));

/** Whether the grant's other limits include an incident. */
const isOpened = (
  event: GrantedEvent,
  { from, to, formGuids, worksiteGuids, includeSensitive }: GrantLimits,
): boolean =>
  event.occurrenceDate >= from &&
  event.occurrenceDate <= to &&
  among(event.formGuid, formGuids) &&
  among(event.worksiteGuid, worksiteGuids) &&
  (includeSensitive || !event.isSensitive);

const optionOf = ({ eventId, number, heading, occurrenceDate, formName }: GrantedEvent) => ({
  value: eventId,
  label: `${number}, ${heading}`,
  code: `${formatDay(occurrenceDate)}, ${formName}`,
});

interface GrantedEventsProps {
  name: string;
  value: readonly GrantedEvent[];
  onChange: (value: GrantedEvent[]) => void;
  error?: string | null;
  limits: GrantLimits;
}

/** Chooses single incidents from those within the grant's other limits. */
export function GrantedEvents({ name, value, onChange, error, limits }: GrantedEventsProps) {
  const { organization } = useStarted();
  const [text, setText] = useState('');
  const search = useSearchText(text, setText);
  const { data } = useQuery({
    ...grantedEventsQuery(organization.guid, filterOf(text, limits)),
    enabled: text !== '',
  });
  const events = (data?.items ?? [])
    .map(({ place, ...event }): GrantedEvent => ({ ...event, worksiteGuid: place.worksiteGuid }))
    .filter((event) => isOpened(event, limits));
  const isWhole = data !== undefined && data.totalCount <= data.items.length;
  const outside = value.filter((event) => !isOpened(event, limits)).length;
  const toggle = (eventId: string) => {
    const isChosen = value.some((event) => event.eventId === eventId);
    const found = events.find((event) => event.eventId === eventId);
    if (isChosen) onChange(value.filter((event) => event.eventId !== eventId));
    else if (found) {
      const { number, heading, formGuid, formName, occurrenceDate, isSensitive, worksiteGuid } = found;
      onChange([...value, { eventId, number, heading, formGuid, formName, occurrenceDate, isSensitive, worksiteGuid }]);
    }
  };
  return (
    <FoundChoices
      label="Only these events"
      optional
      name={name}
      error={error ?? null}
      noun={['event', 'events']}
      max={MAX_NAMED_EVENTS}
      hint={
        outside > 0
          ? `${outside === 1 ? 'One of them is' : `${outside} of them are`} left out by what is chosen above.`
          : 'By number or words. With none chosen, all events of what is chosen above.'
      }
      chosen={value.map(optionOf)}
      found={
        text !== '' && data ? { options: events.map(optionOf), count: isWhole ? events.length : data.totalCount } : null
      }
      typed={search.typed}
      onType={search.type}
      onToggle={toggle}
    />
  );
}
