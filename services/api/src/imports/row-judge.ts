import type { QueryBus } from '@nestjs/cqrs';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { Form } from '@plimsoll/contracts/forms/form';
import { columnLabel } from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import { NameIndex } from '@plimsoll/contracts/imports/name-index';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { readableAddress } from '@plimsoll/contracts/kernel/values/readable-domain';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { v4 as uuidv4 } from 'uuid';
import type { Refusal } from '../commands/decision.ts';
import { checkRequest } from '../http/check-request.ts';
import { routeOf } from '../http/route-of.ts';
import { accountsNamedBy, unanswered } from '../incidents/answers/form-answers.ts';
import type { IncidentContexts } from '../incidents/incident-contexts.ts';
import { reportIncident } from '../incidents/report-incident.rule.ts';
import type { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { cellErrorText } from '../spreadsheets/cell-error.ts';
import { isBroken, type BrokenLine, type TableRow } from '../spreadsheets/read-table.ts';
import { EarlierRowIds } from './earlier-row-ids.ts';
import { mapRow, type MappedRow } from './map-row.ts';
import { RowIds } from './row-ids.ts';
import type { ImportNames, ImportPlan, LineError } from './row-reading.ts';
import type { StoredMapping } from './stored-import.ts';

/** A row that can be reported. */
export interface ReportableRow {
  readonly line: number;
  readonly id: string;
  /** Label of the column of its id; null without one. */
  readonly idLabel: string | null;
  /** Its id by an earlier version's rules, under which it may have been reported already; null for an id of its own. */
  readonly earlierId: string | null;
  readonly body: ReportIncidentRequest;
  readonly columnOf: MappedRow['columnOf'];
}

export type JudgedRow = ReportableRow | { readonly line: number; readonly errors: readonly LineError[] };

/** Errors of a refused report, by the columns that its fields came from. */
export const errorsByColumn = (refusal: Refusal, columnOf: MappedRow['columnOf']): readonly LineError[] =>
  refusal.fieldErrors?.map(({ field, className, message }) => ({ column: columnOf(field), className, message })) ?? [
    { column: null, className: refusal.refused, message: textOf(refusal.refused) },
  ];

/** A table whose rows are judged. */
export interface JudgedTable {
  readonly tenant: string;
  readonly mapping: StoredMapping;
  /** Those that rows may name, in the versions that they are judged by. */
  readonly forms: readonly Form[];
  readonly headings: readonly string[];
  readonly isWorkbook: boolean;
  readonly actor: Viewer;
  readonly receivedAt: Date;
}

/** Judges the rows of a table like reports of the same content. */
export class RowJudge {
  readonly #ids = new RowIds();
  readonly #earlierIds: EarlierRowIds;
  readonly #columns: ReadonlySet<number>;
  readonly #plan: ImportPlan;

  private constructor(
    private readonly contexts: IncidentContexts,
    private readonly table: JudgedTable,
    private readonly names: ImportNames,
  ) {
    const { mapping, forms, headings, isWorkbook } = table;
    const { formGuid, formColumn, idColumn, dates, numbers } = mapping;
    const columnOf = new Map(Object.entries(mapping.columnOf));
    const labels = headings.map((_, index) => columnLabel(headings, index));
    this.#plan = {
      form: forms.find((form) => form.formGuid === formGuid) ?? null,
      ...{ labels, formColumn, idColumn, columnOf, dates, numbers, isWorkbook },
    };
    this.#earlierIds = new EarlierRowIds(this.#plan);
    this.#columns = new Set([...columnOf.values(), idColumn, formColumn].filter((column) => column !== null));
  }

  static async open({ contexts, organizations, queries }: JudgeSources, table: JudgedTable): Promise<RowJudge> {
    return new RowJudge(contexts, table, await namesOf({ organizations, queries }, table.tenant, table.forms));
  }

  async judge(row: TableRow | BrokenLine): Promise<JudgedRow> {
    const { line } = row;
    if (isBroken(row)) return { line, errors: [{ column: null, className: 'MalformedRequest', message: row.reason }] };
    const earlierId = this.#earlierIds.of(row);
    const unreadable = this.#unreadableCells(row);
    if (unreadable.length > 0) return { line, errors: unreadable };
    const mapped = mapRow(row, this.#plan, this.names);
    if ('errors' in mapped) return { line, errors: mapped.errors };
    const own = this.#ids.of(mapped.values);
    const body = this.#bodyOf(mapped);
    const errors = 'errors' in body ? body.errors : await this.#errorsIn(body, mapped);
    if ('errors' in body || errors.length > 0) return { line, errors };
    return {
      line,
      id: mapped.id ?? own,
      idLabel: this.#plan.idColumn === null ? null : this.#plan.labels[this.#plan.idColumn]!,
      earlierId: mapped.id === null ? earlierId : null,
      body,
      columnOf: mapped.columnOf,
    };
  }

  /** Cells of a workbook that have no value, in the columns that are imported. */
  #unreadableCells({ errors }: TableRow): LineError[] {
    return [...(errors ?? [])].flatMap(([index, error]) =>
      this.#columns.has(index)
        ? [
            {
              column: this.#plan.labels[index]!,
              className: 'MalformedEventField',
              message: cellErrorText(error),
            },
          ]
        : [],
    );
  }

  /** The request, or the errors in its shape and in questions that have a column but no answer. */
  #bodyOf({ body: mapped, form, columnOf }: MappedRow): ReportIncidentRequest | { readonly errors: LineError[] } {
    const checked = checkRequest(routeOf('reportIncident'), { params: {}, query: {}, body: mapped });
    if ('fieldErrors' in checked)
      return {
        errors: checked.fieldErrors.map(({ field, className, message }) => ({
          column: columnOf(field),
          className,
          message,
        })),
      };
    const body = checked.body as ReportIncidentRequest;
    if (!this.table.mapping.leavesQuestionsOpen) return body;
    const open = unanswered(form, body.components);
    const errors = open.flatMap(({ questionGuid }) => {
      const column = this.#plan.columnOf.get(questionGuid);
      return column === undefined
        ? []
        : [
            {
              column: this.#plan.labels[column]!,
              className: 'MalformedEventField',
              message: importTexts.noAnswer,
            },
          ];
    });
    if (errors.length > 0) return { errors };
    return open.length > 0 ? { ...body, isQuick: true } : body;
  }

  async #errorsIn(body: ReportIncidentRequest, { form, columnOf }: MappedRow): Promise<readonly LineError[]> {
    const context = await this.contexts.of(
      this.table.tenant,
      [body.onBehalfOfUserGuid, ...accountsNamedBy(body.components, form)],
      form,
    );
    if (!context) throw new Error('The organization is not there');
    const decided = reportIncident(
      {
        actor: this.table.actor,
        body,
        context: { ...context, hasReportingGroups: false },
        receivedAt: this.table.receivedAt,
        newGuid: uuidv4,
        source: this.table.mapping.isHistory ? 'HISTORY' : 'IMPORT',
      },
      { state: 'UNREPORTED' } as Parameters<typeof reportIncident>[1],
    );
    return 'refused' in decided ? errorsByColumn(decided, columnOf) : [];
  }
}

/** Where a judge looks up what cells name. */
export interface JudgeSources {
  readonly contexts: IncidentContexts;
  readonly organizations: OrganizationsCache;
  readonly queries: QueryBus;
}

async function namesOf(
  { organizations, queries }: Pick<JudgeSources, 'organizations' | 'queries'>,
  tenant: string,
  forms: readonly Form[],
): Promise<ImportNames> {
  // Includes units that were created a moment ago.
  organizations.forget(tenant);
  const [organization, members] = await Promise.all([
    organizations.of(tenant),
    queries.execute(new ListMembers(tenant)),
  ]);
  if (!organization) throw new Error('The organization is not there');
  const units = (
    found: Iterable<{ readonly guid: string; readonly name: string; readonly status: string }>,
    rank = 0,
  ) => [...found].map(({ guid, name, status }) => ({ name, value: guid, rank: rank + Number(status !== 'ACTIVE') }));
  const worksites = units(organization.worksites.values());
  const regionNames = regions.map(({ guid, name }) => ({ name, value: guid as string, rank: 2 }));
  return {
    worksites: new NameIndex(worksites),
    regions: new NameIndex(regionNames),
    reportingGroups: new NameIndex(units(organization.reportingGroups.values())),
    members: new NameIndex(
      members.flatMap(({ emailAddress, name, userGuid }) =>
        [...new Set([emailAddress, readableAddress(emailAddress), name])].map((text) => ({
          name: text,
          value: userGuid,
          label: `${name} (${emailAddress})`,
        })),
      ),
    ),
    forms: new NameIndex(forms.map((form) => ({ name: form.name, value: form }))),
    places: new NameIndex([...worksites, ...regionNames]),
    zoneOf: (worksiteGuid) =>
      (worksiteGuid === undefined ? null : organization.worksites.get(worksiteGuid)?.timeZone) ?? organization.timeZone,
  };
}
