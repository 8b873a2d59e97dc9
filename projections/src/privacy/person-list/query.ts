import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { MAX_LISTED_PERSONS, type KeptPerson } from '@plimsoll/contracts/privacy/privacy';
import type { ErasureKind } from '@plimsoll/contracts/privacy/events';
import { incidentListTable } from '../../incidents/incident-list/project.ts';
import { auditorGrantTable } from '../../auditors/auditor-grant-list/project.ts';
import { invitationTable } from '../../joining/invitation-list/project.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { membershipRequestTable } from '../../joining/membership-request-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { incidentPeopleTable } from './project.ts';

/** Lists persons with stored data, by a text in their name, or by the number of an incident for its text. */
export class ListStoredPersons extends Query<{ items: KeptPerson[]; totalCount: number }> {
  constructor(
    readonly tenant: string,
    readonly text: string,
  ) {
    super();
  }
}

/**
 * Finds persons with stored data by guid, even if their names are erased. Persons that the log never named are missing.
 */
export class FindStoredPersons extends Query<KeptPerson[]> {
  constructor(
    readonly tenant: string,
    readonly guids: readonly string[],
  ) {
    super();
  }
}

interface Found {
  readonly kind: ErasureKind;
  readonly guid: string;
  readonly name: string;
  readonly incidents: KeptPerson['incidents'];
  readonly total: number;
}

/**
 * Everyone of whom the organization has data. A member is one person everywhere, since one key seals their data; one
 * who was only invited has a key for each invitation, of which the newest stands for them; an auditor has one for each
 * grant; any other person belongs to a single incident.
 */
const PEOPLE = `
  named as (
    select 'MEMBER' as kind, user_guid as guid, name, 1 as rank, null::uuid as event_id, null as address from ${memberTable} where tenant = $1
    union all select 'MEMBER', user_guid, name, 2, null, null from ${membershipRequestTable} where tenant = $1
    union all select 'INVITED', invitation_guid, recipient_name, 1, null, email_lower from ${invitationTable} i where tenant = $1 and state <> 'ACCEPTED'
      and not exists (select from ${invitationTable} o where o.tenant = $1 and o.email_lower = i.email_lower and o.email_lower <> '${ERASED}' and (o.position > i.position or o.state = 'ACCEPTED'))
    union all select 'AUDITOR', grant_guid, name, 1, null, lower(email_address) from ${auditorGrantTable} where tenant = $1
    union all select case when person.value ->> 'userAccountGuid' is null then p.named_as else 'MEMBER' end,
      coalesce(person.value ->> 'userAccountGuid', person.value ->> 'guid')::uuid, person.value ->> 'name', 3, p.event_id, null
    from ${incidentPeopleTable} p cross join lateral jsonb_array_elements(p.people) person where p.tenant = $1
  ), people as (
    select kind, guid, (array_agg(name order by rank))[1] as name, array_agg(distinct event_id) filter (where event_id is not null) as events, min(address) as address
    from named group by kind, guid, case when kind = 'MEMBER' then null else event_id end
    union all select 'INCIDENT_TEXT', event_id, number::text, array[event_id], null from ${incidentListTable} where tenant = $1 and `;

const PERSON_ROWS = `
  select w.kind, w.guid, w.name, w.total, coalesce((
    select jsonb_agg(jsonb_build_object('eventId', i.event_id, 'number', i.number) order by i.number desc)
    from ${incidentListTable} i where i.tenant = $1 and i.event_id = any (w.events)), '[]') as incidents
  from wanted w order by lower(w.name), w.guid`;

const toPerson = ({ kind, guid, name, incidents }: Found): KeptPerson => ({ kind, guid, name, incidents });

/** Answers `ListKeptPersons`. */
@QueryHandler(ListStoredPersons)
export class ListStoredPersonsHandler implements IQueryHandler<ListStoredPersons> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, text }: ListStoredPersons): Promise<{ items: KeptPerson[]; totalCount: number }> {
    const rows = await this.reader.ask<Found>(tenant, {
      name: 'kept persons',
      text: `with ${PEOPLE} number::text = $2
        ), wanted as (
          select *, count(*) over ()::integer as total from people
          where kind = 'INCIDENT_TEXT' or (name <> '${ERASED}' and strpos(concat_ws(' ', lower(name), address), lower($2)) > 0) order by lower(name), guid limit ${MAX_LISTED_PERSONS}
        ) ${PERSON_ROWS}`,
      values: [tenant, text],
    });
    return { items: rows.map(toPerson), totalCount: rows[0]?.total ?? 0 };
  }
}

/** Answers `FindKeptPersons`. */
@QueryHandler(FindStoredPersons)
export class FindStoredPersonsHandler implements IQueryHandler<FindStoredPersons> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, guids }: FindStoredPersons): Promise<KeptPerson[]> {
    const rows = await this.reader.ask<Found>(tenant, {
      name: 'kept persons of guids',
      text: `with ${PEOPLE} event_id = any ($2::uuid[])), wanted as (select *, 0 as total from people where guid = any ($2::uuid[])) ${PERSON_ROWS}`,
      values: [tenant, [...new Set(guids)]],
    });
    return rows.map(toPerson);
  }
}
