import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { membershipRequestTable, type MembershipRequestRow } from './project.ts';

/** Finds a person's newest request to join an organization, whatever its outcome; null if there was none. */
export class FindMembershipRequest extends Query<MembershipRequestRow | null> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

/** Lists the newest request of each person, pending ones first, by name; without withdrawn ones. */
export class ListMembershipRequests extends Query<readonly MembershipRequestRow[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

export type TenantMembershipRequest = MembershipRequestRow & { readonly tenant: string };

/**
 * Lists a person's own newest request to each organization, newest first; without withdrawn ones. The caller has
 * verified that the person is the viewer.
 */
export class ListOwnMembershipRequests extends Query<readonly TenantMembershipRequest[]> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** Answers `FindMembershipRequest`. */
@QueryHandler(FindMembershipRequest)
export class FindMembershipRequestHandler implements IQueryHandler<FindMembershipRequest> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuid }: FindMembershipRequest): Promise<MembershipRequestRow | null> {
    const [row] = await this.reader.ask<MembershipRequestRow>(tenant, {
      name: 'membership request',
      text: `select * from ${membershipRequestTable} where tenant = $1 and user_guid = $2 order by position desc limit 1`,
      values: [tenant, userGuid],
    });
    return row ?? null;
  }
}

/** Answers `ListMembershipRequests`. */
@QueryHandler(ListMembershipRequests)
export class ListMembershipRequestsHandler implements IQueryHandler<ListMembershipRequests> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListMembershipRequests): Promise<readonly MembershipRequestRow[]> {
    return this.reader.ask<MembershipRequestRow>(tenant, {
      name: 'membership requests',
      text: `select * from (select distinct on (user_guid) * from ${membershipRequestTable} where tenant = $1 order by user_guid, position desc) newest
        where status <> 'WITHDRAWN' order by status = 'PENDING' desc, lower(name), request_guid`,
      values: [tenant],
    });
  }
}

/** Answers `ListOwnMembershipRequests`. */
@QueryHandler(ListOwnMembershipRequests)
export class ListOwnMembershipRequestsHandler implements IQueryHandler<ListOwnMembershipRequests> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: ListOwnMembershipRequests): Promise<readonly TenantMembershipRequest[]> {
    const [rows] = await this.reader.askOwn(userGuid, [
      {
        name: 'own membership requests',
        text: `select * from (select distinct on (tenant) * from ${membershipRequestTable} where user_guid = $1 order by tenant, position desc) newest
        where status <> 'WITHDRAWN' order by requested_at desc, request_guid`,
        values: [userGuid],
      },
    ]);
    return rows as TenantMembershipRequest[];
  }
}
