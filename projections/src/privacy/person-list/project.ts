import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentReported } from '@plimsoll/contracts/incidents/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReadModel, type RowFold } from '../../runner/tables/read-model.ts';
import { of, table } from '../../runner/tables/table.ts';

/** A person whom an incident names. */
export interface NamedPerson {
  readonly guid: string;
  readonly name: string;
  /** Guid of a member, whose key seals their data; null for others. */
  readonly userAccountGuid: string | null;
}
type NamedAs = 'INJURED' | 'RELATED';

export const incidentPeopleTable = table('incident_people', {
  comment: 'Whom incidents name besides those who deal with them; an incident that never named anybody has no row.',
  key: ['event_id', 'named_as'],
  columns: { event_id: 'uuid', named_as: of<NamedAs>('text'), people: of<readonly NamedPerson[]>('jsonb') },
});

type TestEvent = Partial<Pick<EventOf<typeof incidentReported>['data'], 'injuredPersons' | 'relatedPersons'>>;

/**
 * Returns the persons whom an event names, by role. An empty list removes earlier ones; an absent role stays unchanged.
 */
function namedBy({ type, data }: RecordedEvent): (readonly [NamedAs, readonly NamedPerson[]])[] {
  const { injuredPersons, relatedPersons } = data as TestEvent;
  const names = [
    [
      'INJURED',
      injuredPersons?.map(({ injuredPersonGuid: guid, name, userAccountGuid }) => ({ guid, name, userAccountGuid })),
    ],
    ['RELATED', relatedPersons?.map(({ relatedPersonGuid: guid, name }) => ({ guid, name, userAccountGuid: null }))],
  ] as const;
  // Before its report an incident names no person.
  return names.flatMap(([namedAs, people]) =>
    people && (type !== 'IncidentReported' || people.length > 0) ? [[namedAs, people] as const] : [],
  );
}

const peopleFold: RowFold = {
  table: incidentPeopleTable,
  eventTypes: ['IncidentReported', 'IncidentAmended'],
  needs: (events) =>
    events
      .filter(({ type }) => peopleFold.eventTypes.includes(type))
      .flatMap((event) => namedBy(event).map(([namedAs]) => [event.stream.guid, namedAs])),
  open: (rows) => ({
    take(event) {
      for (const [namedAs, people] of namedBy(event)) {
        if (people.length > 0 || rows.get(incidentPeopleTable, event.stream.guid, namedAs))
          rows.put(incidentPeopleTable, { event_id: event.stream.guid, named_as: namedAs, people });
      }
    },
    close: () => undefined,
  }),
};

/** The persons whom incidents name. */
export const personList = defineReadModel({
  name: 'person-list',
  version: 1,
  tables: [incidentPeopleTable],
  folds: [peopleFold],
});
