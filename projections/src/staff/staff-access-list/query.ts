import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { staffAccessTable, type StaffAccessRow } from './project.ts';

/** Lists every access of our staff to an organization, newest first. */
export class ListStaffAccesses extends Query<readonly StaffAccessRow[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `ListStaffAccesses`. */
@QueryHandler(ListStaffAccesses)
export class ListStaffAccessesHandler implements IQueryHandler<ListStaffAccesses> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListStaffAccesses): Promise<readonly StaffAccessRow[]> {
    return this.reader.ask<StaffAccessRow>(tenant, {
      name: 'staff accesses',
      text: `select * from ${staffAccessTable} where tenant = $1 order by began_at desc, access_guid`,
      values: [tenant],
    });
  }
}
