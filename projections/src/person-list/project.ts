import type { EventOf } from '@plimsoll/contracts/domain-event';
import type { incidentReported } from '@plimsoll/contracts/incidents/events';
import { defineReadModel, type Rows } from '../runner/read-model.ts';
import { of, table } from '../runner/table.ts';

/** Somebody whom an incident names. */
export interface NamedPerson {
  readonly guid: string;
  readonly name: string;
  /** Of a member, whose key seals what is written of them. */
  readonly userAccountGuid: string | null;
}
type NamedAs = 'INJURED' | 'RELATED';

export const incidentPeopleTable = table('incident_people', {
  comment: 'Whom incidents name besides those who deal with them; an incident that names nobody has no row.',
  key: ['event_id', 'named_as'],
  columns: { event_id: 'uuid', named_as: of<NamedAs>('text'), people: of<readonly NamedPerson[]>('jsonb') },
});

function put(rows: Rows, eventId: string, namedAs: NamedAs, people: readonly NamedPerson[]): void {
  if (people.length > 0) rows.put(incidentPeopleTable, { event_id: eventId, named_as: namedAs, people });
  else rows.remove(incidentPeopleTable, eventId, namedAs);
}

type Told = Partial<Pick<EventOf<typeof incidentReported>['data'], 'injuredPersons' | 'relatedPersons'>>;

/** What is not told stays as it is. */
function tell(rows: Rows, eventId: string, { injuredPersons, relatedPersons }: Told): void {
  if (injuredPersons) put(rows, eventId, 'INJURED', injuredPersons.map(({ injuredPersonGuid: guid, name, userAccountGuid }) => ({ guid, name, userAccountGuid })));
  if (relatedPersons) put(rows, eventId, 'RELATED', relatedPersons.map(({ relatedPersonGuid: guid, name }) => ({ guid, name, userAccountGuid: null })));
}

/** Whom incidents name. */
export const personList = defineReadModel({
  name: 'person-list', version: 1, tables: [incidentPeopleTable],
  on: {
    IncidentReported({ stream, data: { injuredPersons, relatedPersons } }, rows) {
      tell(rows, stream.guid, { ...(injuredPersons.length > 0 && { injuredPersons }), ...(relatedPersons.length > 0 && { relatedPersons }) });
    },
    IncidentAmended: ({ stream, data }, rows) => tell(rows, stream.guid, data),
  },
});
