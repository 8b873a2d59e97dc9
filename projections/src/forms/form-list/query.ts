import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { FormContent } from '@plimsoll/contracts/forms/events';
import type { FormCategory, KeptForm } from '@plimsoll/contracts/forms/form';
import type { PublishedForm } from '@plimsoll/contracts/forms/published-form';
import { incidentListTable } from '../../incidents/incident-list/project.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { personOf } from '../../platform/person-names.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { formCategoryTable, formTable, formVersionTable, type FormRow } from './project.ts';

/** A form in an organization's log: its own, or a built-in one that was once hidden. */
export interface FoundForm {
  readonly formGuid: string;
  readonly revision: number;
  readonly isBuiltIn: boolean;
  /** The form that it began as a copy of; null for none. */
  readonly copyOf: string | null;
  readonly state: PublishedForm['state'];
  /** The newest version; meaningless for a built-in form, whose versions come with the product. */
  readonly version: number;
  readonly isHidden: boolean;
  readonly hasChanges: boolean;
  /** Null for a built-in form. */
  readonly told: PublishedForm | null;
}

/** Lists the forms in the log, except removed ones; optionally only those that can be used for reports. */
export class ListForms extends Query<readonly FoundForm[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Finds a form, even a removed one; null if there is none. */
export class FindForm extends Query<FoundForm | null> {
  constructor(
    readonly tenant: string,
    readonly formGuid: string,
  ) {
    super();
  }
}

/** Finds a published version of a form, by default the newest; null if there is none. */
export class FindFormVersion extends Query<{ readonly version: number; readonly content: FormContent } | null> {
  constructor(
    readonly tenant: string,
    readonly formGuid: string,
    readonly version: number | null,
  ) {
    super();
  }
}

/** Lists the versions of a form, newest first. */
export class ListFormVersions extends Query<KeptForm['versions']> {
  constructor(
    readonly tenant: string,
    readonly formGuid: string,
  ) {
    super();
  }
}

/** Counts incidents by form; forms without any are missing. */
export class CountEventsByForm extends Query<ReadonlyMap<string, number>> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Lists the categories of forms, by title. */
export class ListFormCategories extends Query<readonly FormCategory[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

const found = ({
  form_guid,
  revision,
  is_built_in,
  copy_of,
  state,
  version,
  is_hidden,
  has_changes,
  told,
}: FormRow): FoundForm => ({
  formGuid: form_guid,
  revision,
  isBuiltIn: is_built_in,
  copyOf: copy_of,
  state,
  version,
  isHidden: is_hidden,
  hasChanges: has_changes,
  told,
});

/** Answers `ListForms`. */
@QueryHandler(ListForms)
export class ListFormsHandler implements IQueryHandler<ListForms> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: ListForms): Promise<readonly FoundForm[]> {
    return (
      await this.reader.ask<FormRow>(tenant, {
        name: 'forms',
        text: `select * from ${formTable} where tenant = $1 and state <> 'REMOVED'`,
        values: [tenant],
      })
    ).map(found);
  }
}

/** Answers `FindForm`. */
@QueryHandler(FindForm)
export class FindFormHandler implements IQueryHandler<FindForm> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, formGuid }: FindForm): Promise<FoundForm | null> {
    const [row] = await this.reader.ask<FormRow>(tenant, {
      name: 'form',
      text: `select * from ${formTable} where tenant = $1 and form_guid = $2`,
      values: [tenant, formGuid],
    });
    return row ? found(row) : null;
  }
}

/** Answers `FindFormVersion`. */
@QueryHandler(FindFormVersion)
export class FindFormVersionHandler implements IQueryHandler<FindFormVersion> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({
    tenant,
    formGuid,
    version,
  }: FindFormVersion): Promise<{ readonly version: number; readonly content: FormContent } | null> {
    const [row] = await this.reader.ask<{ version: number; content: FormContent }>(tenant, {
      name: 'form version',
      text: `select version, content from ${formVersionTable} where tenant = $1 and form_guid = $2 and version = coalesce($3, version) order by version desc limit 1`,
      values: [tenant, formGuid, version],
    });
    return row ?? null;
  }
}

/** Answers `ListFormVersions`. */
@QueryHandler(ListFormVersions)
export class ListFormVersionsHandler implements IQueryHandler<ListFormVersions> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, formGuid }: ListFormVersions): Promise<KeptForm['versions']> {
    const rows = await this.reader.ask<{
      version: number;
      published_at: string;
      published_by: string;
      name: string | null;
    }>(tenant, {
      name: 'form versions',
      values: [tenant, formGuid],
      text: `select v.version, v.published_at, v.published_by, m.name from ${formVersionTable} v left join ${memberTable} m on m.tenant = $1 and m.user_guid = v.published_by
        where v.tenant = $1 and v.form_guid = $2 order by v.version desc`,
    });
    return rows.map(({ version, published_at, published_by, name }) => ({
      version,
      publishedAt: published_at,
      publishedBy: personOf(published_by, name),
    }));
  }
}

/** Answers `CountEventsByForm`. */
@QueryHandler(CountEventsByForm)
export class CountEventsByFormHandler implements IQueryHandler<CountEventsByForm> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: CountEventsByForm): Promise<ReadonlyMap<string, number>> {
    const rows = await this.reader.ask<{ form_guid: string; events: string }>(tenant, {
      name: 'events by form',
      text: `select form_guid, count(*) as events from ${incidentListTable} where tenant = $1 and deleted_at is null group by form_guid`,
      values: [tenant],
    });
    return new Map(rows.map(({ form_guid, events }) => [form_guid, Number(events)]));
  }
}

/** Answers `ListFormCategories`. */
@QueryHandler(ListFormCategories)
export class ListFormCategoriesHandler implements IQueryHandler<ListFormCategories> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: ListFormCategories): Promise<readonly FormCategory[]> {
    const rows = await this.reader.ask<{
      category_guid: string;
      title: string;
      form_guids: string[];
      revision: number;
    }>(tenant, {
      name: 'form categories',
      values: [tenant],
      text: `select category_guid, title, to_jsonb(form_guids) as form_guids, revision from ${formCategoryTable} where tenant = $1 and not is_removed order by lower(title), category_guid`,
    });
    return rows.map(({ category_guid, title, form_guids, revision }) => ({
      categoryGuid: category_guid,
      title,
      formGuids: form_guids,
      revision,
    }));
  }
}
