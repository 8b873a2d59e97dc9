import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { withholdPersons } from '@plimsoll/contracts/auditors/withhold-persons';
import { questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { FormSnapshot } from '@plimsoll/contracts/incidents/events';
import { FORM_CATALOGUE } from '../form-catalogue-token.ts';
import { guidsIn, namesByGuid } from '../names-by-guid.ts';
import { ReadModelReader } from '../read-model-reader.ts';
import { unitHistoryTable } from '../unit-history/project.ts';
import { foldHistory, type Archiving } from './fold-history.ts';
import { incidentHistoryTable, type IncidentHistoryRow } from './project.ts';
import type { Questions } from './readable-values.ts';

/** What happened to an incident, oldest first, whoever asks: who may see it is for the caller to decide. Nothing for an unknown one. */
export class ListIncidentHistory extends Query<IncidentHistory> {
  /** @param withNames whether it tells who was hurt, and who else is named. */
  constructor(readonly tenant: string, readonly eventId: string, readonly withNames = true) {
    super();
  }
}

type HistoryRow = IncidentHistoryRow & { actor_kind: IncidentHistory['items'][number]['actor']['kind'] };

/** Groups that were archived in favour of others: few, of which those that the incident was in are told. */
const ARCHIVINGS = `select *, unit_guid as group_guid from ${unitHistoryTable} where tenant = $1 and reassigned_to_guid is not null order by position`;

@QueryHandler(ListIncidentHistory)
export class ListIncidentHistoryHandler implements IQueryHandler<ListIncidentHistory> {
  constructor(private readonly reader: ReadModelReader, @Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue) {}

  async execute({ tenant, eventId, withNames }: ListIncidentHistory): Promise<IncidentHistory> {
    const [found, archivings] = (await this.reader.askAll(tenant, [
      { name: 'incident history', text: `select * from ${incidentHistoryTable} where tenant = $1 and event_id = $2 order by revision`, values: [tenant, eventId] },
      { name: 'archived groups', text: ARCHIVINGS, values: [tenant] },
    ])) as [HistoryRow[], Archiving[]];
    const rows = withNames ? found : withholdPersons(found.map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }))).map((row) => ({ ...row, data: JSON.stringify(row.data) }));
    if (rows.length === 0) return { items: [], totalCount: 0 };
    const items = foldHistory(rows, archivings, await this.#names(tenant, [...rows, ...archivings]), await this.#questions(tenant, rows[0]!));
    return { items, totalCount: items.length };
  }

  /** The questions of the form that it was reported with; none where the catalogue does not have it. */
  async #questions(tenant: string, reported: HistoryRow): Promise<Questions> {
    const { form } = JSON.parse(reported.data) as { form: FormSnapshot };
    const found = await this.forms.find(tenant, form.formGuid, form.version);
    return found ? questionsOf(found) : new Map();
  }

  /** The names of whatever the rows refer to. */
  #names(tenant: string, rows: readonly Pick<HistoryRow, 'actor_guid' | 'on_behalf_of_guid' | 'data'>[]): Promise<ReadonlyMap<string, string>> {
    const guids = new Set<string>();
    for (const row of rows) {
      guids.add(row.actor_guid);
      if (row.on_behalf_of_guid) guids.add(row.on_behalf_of_guid);
      for (const guid of guidsIn(row.data)) guids.add(guid);
    }
    return namesByGuid(this.reader, tenant, guids);
  }
}
