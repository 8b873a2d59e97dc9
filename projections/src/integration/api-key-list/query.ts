import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberTable } from '../../members/member-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { apiKeyTable, type ApiKeyRow } from './project.ts';

export type MadeApiKey = ApiKeyRow & {
  readonly created_by_name: string | null;
  readonly owner_name: string | null;
};

/** Lists every API key of an organization, newest first, with the names of its creator and owner. */
export class ListApiKeys extends Query<readonly MadeApiKey[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Finds an API key; null if there is none. */
export class FindApiKey extends Query<ApiKeyRow | null> {
  constructor(
    readonly tenant: string,
    readonly keyGuid: string,
  ) {
    super();
  }
}

/** Answers `ListApiKeys`. */
@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListApiKeys): Promise<readonly MadeApiKey[]> {
    return this.reader.ask<MadeApiKey>(tenant, {
      name: 'api keys',
      text: `select k.*, m.name as created_by_name, o.name as owner_name from ${apiKeyTable} k left join ${memberTable} m on m.tenant = $1 and m.user_guid = k.created_by left join ${memberTable} o on o.tenant = $1 and o.user_guid = k.owner_guid where k.tenant = $1 order by k.created_at desc, k.key_guid`,
      values: [tenant],
    });
  }
}

/** Answers `FindApiKey`. */
@QueryHandler(FindApiKey)
export class FindApiKeyHandler implements IQueryHandler<FindApiKey> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, keyGuid }: FindApiKey): Promise<ApiKeyRow | null> {
    const [row] = await this.reader.ask<ApiKeyRow>(tenant, {
      name: 'api key',
      text: `select * from ${apiKeyTable} where tenant = $1 and key_guid = $2`,
      values: [tenant, keyGuid],
    });
    return row ?? null;
  }
}
