import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { organizationDirectoryTable } from './project.ts';

/** An organization in the directory. */
export interface DirectoryEntry {
  readonly guid: string;
  readonly name: string;
}

const MAX_FOUND = 5;

/** Finds organizations by complete name or ID, ignoring case; at most five. */
export class FindOrganizationsCalled extends Query<readonly DirectoryEntry[]> {
  constructor(readonly nameOrId: string) {
    super();
  }
}

/** Answers `FindOrganizationsCalled`. */
@QueryHandler(FindOrganizationsCalled)
export class FindOrganizationsCalledHandler implements IQueryHandler<FindOrganizationsCalled> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ nameOrId }: FindOrganizationsCalled): Promise<readonly DirectoryEntry[]> {
    return this.reader.ask<DirectoryEntry>(INSTALLATION_TENANT, {
      name: 'organizations called',
      text: `select organization_guid as guid, name from ${organizationDirectoryTable}
        where tenant = $1 and (name_lower = $2 or username_lower = $2) order by name_lower, organization_guid limit ${MAX_FOUND}`,
      values: [INSTALLATION_TENANT, nameOrId.toLowerCase()],
    });
  }
}
