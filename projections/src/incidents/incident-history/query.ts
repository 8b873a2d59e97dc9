import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { withholdPersons } from '@plimsoll/contracts/auditors/withhold-persons';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { FORM_CATALOGUE } from '../../forms/form-catalogue-token.ts';
import type { RecordedIncidentEvent } from '../incident-progress.ts';
import { guidsIn, namesByGuid } from '../../platform/names-by-guid.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { unitHistoryTable } from '../../units/unit-history/project.ts';
import { foldHistory, type Archiving, type RecordedAlarmEvent } from './fold-history.ts';
import type { Questions } from './readable-values.ts';

/**
 * Lists what happened to an incident, oldest first. Folded from its stream, so there is no second copy of its content,
 * and erased data disappears at once. The caller checks visibility.
 */
export class ListIncidentHistory extends Query<IncidentHistory> {
  /**
   * @param events of its stream, in order; none for an unknown incident.
   * @param alarmEvents of its alarm's stream, in order.
   * @param withNames whether to include the names of injured and other persons.
   */
  constructor(
    readonly tenant: string,
    readonly events: readonly RecordedEvent[],
    readonly alarmEvents: readonly RecordedEvent[] = [],
    readonly withNames = true,
  ) {
    super();
  }
}

/** Archivings of groups in favour of others. There are few; those of the incident's groups are used. */
const ARCHIVINGS = `select * from ${unitHistoryTable} where tenant = $1 and reassigned_to_guid is not null order by position`;

/** Answers `ListIncidentHistory`. */
@QueryHandler(ListIncidentHistory)
export class ListIncidentHistoryHandler implements IQueryHandler<ListIncidentHistory> {
  constructor(
    private readonly reader: ReadModelReader,
    @Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue,
  ) {}

  async execute({ tenant, events: own, alarmEvents, withNames }: ListIncidentHistory): Promise<IncidentHistory> {
    const both = [...own, ...alarmEvents];
    const shown = withNames ? both : withoutPersons(both);
    const events = shown.slice(0, own.length) as readonly RecordedIncidentEvent[];
    const alarms = shown.slice(own.length) as readonly RecordedAlarmEvent[];
    const reported = events[0];
    if (reported?.type !== 'IncidentReported') return { items: [], totalCount: 0 };
    const archivings = await this.reader.ask<Archiving>(tenant, {
      name: 'archived groups',
      text: ARCHIVINGS,
      values: [tenant],
    });
    const { formGuid, version } = reported.data.form;
    const [names, form] = await Promise.all([
      this.#names(tenant, [...events, ...alarms], archivings),
      this.forms.find(tenant, formGuid, version),
    ]);
    const questions: Questions = form ? questionsOf(form) : new Map();
    const items = foldHistory(events, { archivings, alarms }, names, questions);
    return { items, totalCount: items.length };
  }

  /** Looks up the names of everything that events refer to. */
  #names(
    tenant: string,
    events: readonly RecordedEvent[],
    archivings: readonly Archiving[],
  ): Promise<ReadonlyMap<string, string>> {
    const guids = new Set<string>();
    const refer = (...some: (string | null)[]) => some.forEach((guid) => guid && guids.add(guid));
    for (const {
      metadata: { actor, onBehalfOf },
      data,
    } of events)
      refer(actor.userGuid, onBehalfOf, ...guidsIn(JSON.stringify(data)));
    for (const { actor_guid, on_behalf_of_guid, data } of archivings)
      refer(actor_guid, on_behalf_of_guid, ...guidsIn(data));
    return namesByGuid(this.reader, tenant, guids);
  }
}

/** Removes persons from all events at once, since one event may repeat a name from another. */
function withoutPersons(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const withheld = withholdPersons(events.map(({ data }) => data));
  return events.map((event, index) => ({ ...event, data: withheld[index] }));
}
