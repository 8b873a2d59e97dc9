import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberTable } from '../members/member-list/project.ts';
import { reportingGroupTable, worksiteTable } from '../organizations/organization-settings/project.ts';
import { ReadModelReader } from './read-model-reader.ts';

const NAMES = `
  select user_guid as guid, name from ${memberTable} where tenant = $1 and user_guid = any ($2::uuid[])
  union all select worksite_guid, name from ${worksiteTable} where tenant = $1 and worksite_guid = any ($2::uuid[])
  union all select reporting_group_guid, name from ${reportingGroupTable} where tenant = $1 and reporting_group_guid = any ($2::uuid[])`;

const GUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Finds the guids in a text. One from free text matches nothing, or a name that is not shown. */
export const guidsIn = (text: string): string[] => [...text.matchAll(GUIDS)].map(([guid]) => guid);

/** Looks up the names of members, worksites and reporting groups by guid. Unknown guids are missing. */
export async function namesByGuid(
  reader: ReadModelReader,
  tenant: string,
  guids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = await reader.ask<{ guid: string; name: string }>(tenant, {
    name: 'names by guid',
    text: NAMES,
    values: [tenant, [...guids]],
  });
  return new Map(found.map(({ guid, name }) => [guid, name]));
}

/** Query of `namesByGuid`. */
export class NameGuids extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly tenant: string,
    readonly guids: readonly string[],
  ) {
    super();
  }
}

/** Answers `NameGuids`. */
@QueryHandler(NameGuids)
export class NameGuidsHandler implements IQueryHandler<NameGuids> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant, guids }: NameGuids): Promise<ReadonlyMap<string, string>> {
    return namesByGuid(this.reader, tenant, new Set(guids));
  }
}
