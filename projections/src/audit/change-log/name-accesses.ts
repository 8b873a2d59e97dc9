import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AuditedRecord } from '@plimsoll/contracts/audit/audit-lists';
import { apiKeyTable } from '../../integration/api-key-list/project.ts';
import { auditorGrantTable } from '../../auditors/auditor-grant-list/project.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { staffAccessTable } from '../../staff/staff-access-list/project.ts';
import { labelRecords } from './label-records.ts';

/** Current names of the people who read and of what they read. */
export interface NamedAccesses {
  /** The name of a reader; undefined if it is no longer known. */
  person(guid: string): string | undefined;
  record(kind: string, guid: string): AuditedRecord;
}

/** Names people, API keys, auditors and staff of accesses, and labels records. */
export class NameAccesses extends Query<NamedAccesses> {
  constructor(
    readonly tenant: string,
    readonly personGuids: readonly string[],
    readonly recordGuids: readonly string[],
  ) {
    super();
  }
}

const PEOPLE = `
  select user_guid as guid, name from ${staffAccessTable} where tenant = $1 and user_guid = any ($2::uuid[])
  union all select grant_guid, name from ${auditorGrantTable} where tenant = $1 and grant_guid = any ($2::uuid[])
  union all select key_guid, name from ${apiKeyTable} where tenant = $1 and key_guid = any ($2::uuid[])
  union all select user_guid, name from ${memberTable} where tenant = $1 and user_guid = any ($2::uuid[])`;

/** Answers `NameAccesses`. */
@QueryHandler(NameAccesses)
export class NameAccessesHandler implements IQueryHandler<NameAccesses> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, personGuids, recordGuids }: NameAccesses): Promise<NamedAccesses> {
    const [people, labels] = await Promise.all([
      this.reader.ask<{ guid: string; name: string }>(tenant, {
        name: 'names of readers',
        text: PEOPLE,
        values: [tenant, [...new Set(personGuids)]],
      }),
      labelRecords(this.reader, tenant, recordGuids),
    ]);
    const names = new Map(people.map(({ guid, name }) => [guid, name]));
    return {
      person: (guid) => names.get(guid),
      record: (kind, guid) => ({ kind, guid, label: labels.get(guid) ?? null }),
    };
  }
}
