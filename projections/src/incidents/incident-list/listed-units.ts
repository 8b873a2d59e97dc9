import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { worksiteTable } from '../../organizations/organization-settings/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listedFor, Values } from './list-conditions.ts';

interface Unit {
  readonly guid: string;
  readonly name: string;
}

/** Finds the forms and worksites of the incidents that a viewer sees, by name. */
export class FindListedUnits extends Query<{ readonly forms: readonly Unit[]; readonly worksites: readonly Unit[] }> {
  constructor(
    readonly tenant: string,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** Answers `FindListedUnits`. */
@QueryHandler(FindListedUnits)
export class FindListedUnitsHandler implements IQueryHandler<FindListedUnits> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, viewer }: FindListedUnits) {
    const values = new Values();
    const own = values.add(tenant);
    const { from, conditions } = listedFor(viewer, {}, new Date(), own, values);
    const where = conditions.join(' and ');
    const [forms, worksites] = (await this.reader.askAll(tenant, [
      {
        text: `select i.form_guid as guid, max(i.form_name) as name from ${from} where ${where} group by i.form_guid order by 2, 1`,
        values: values.list,
      },
      {
        text: `select w.worksite_guid as guid, w.name from ${worksiteTable} w where w.tenant = ${own} and w.worksite_guid in (select i.worksite_guid from ${from} where ${where}) order by w.name, 1`,
        values: values.list,
      },
    ])) as [Unit[], Unit[]];
    return { forms, worksites };
  }
}
