import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { resolveReportingGroup } from '../../organizations/organization-settings/project.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { invitationTable, type InvitationRow } from './project.ts';

export type TenantInvitation = InvitationRow & { readonly tenant: string };

/** Finds the newest invitation of an address, whatever its outcome; null if there was none. */
export class FindInvitation extends Query<TenantInvitation | null> {
  constructor(
    readonly tenant: string,
    readonly emailAddress: string,
  ) {
    super();
  }
}

/** Finds the invitation whose newest mail contains a link, in any organization; null if there is none. */
export class FindInvitationByLink extends Query<TenantInvitation | null> {
  constructor(readonly linkGuid: string) {
    super();
  }
}

/** Lists the newest invitation of each address, by name; without revoked ones and those of erased recipients. */
export class ListInvitations extends Query<readonly TenantInvitation[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/**
 * Lists pending invitations to any of these addresses, in all organizations, newest first. The caller has verified that
 * they belong to the person.
 */
export class ListInvitationsTo extends Query<readonly TenantInvitation[]> {
  constructor(
    readonly userGuid: string,
    readonly emailAddresses: readonly string[],
  ) {
    super();
  }
}

/** Lists all invitations of a person, answered or not: those they answered, and those sent to these addresses. */
export class ListInvitationsOf extends Query<readonly TenantInvitation[]> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string | null,
    readonly emailAddresses: readonly string[],
  ) {
    super();
  }
}

/** Answers `FindInvitation`. */
@QueryHandler(FindInvitation)
export class FindInvitationHandler implements IQueryHandler<FindInvitation> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, emailAddress }: FindInvitation): Promise<TenantInvitation | null> {
    const [row] = await this.reader.ask<TenantInvitation>(tenant, {
      name: 'invitation of address',
      text: `select i.*, ${resolveReportingGroup('i.reporting_group_guid')} as reporting_group_guid from ${invitationTable} i where tenant = $1 and email_lower = $2 order by position desc limit 1`,
      values: [tenant, emailAddress.toLowerCase()],
    });
    return row ?? null;
  }
}

/** Answers `FindInvitationByLink`. */
@QueryHandler(FindInvitationByLink)
export class FindInvitationByLinkHandler implements IQueryHandler<FindInvitationByLink> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ linkGuid }: FindInvitationByLink): Promise<TenantInvitation | null> {
    const answers = await this.reader.askAll(INSTALLATION_TENANT, [
      { name: 'name link', text: "select set_config('plimsoll.link', $1, true)", values: [linkGuid] },
      { name: 'invitation by link', text: `select * from ${invitationTable} where link_guid = $1`, values: [linkGuid] },
    ]);
    return (answers[1] as TenantInvitation[])[0] ?? null;
  }
}

/** Answers `ListInvitations`. */
@QueryHandler(ListInvitations)
export class ListInvitationsHandler implements IQueryHandler<ListInvitations> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ListInvitations): Promise<readonly TenantInvitation[]> {
    return this.reader.ask<TenantInvitation>(tenant, {
      name: 'invitations',
      text: `select newest.*, ${resolveReportingGroup('newest.reporting_group_guid')} as reporting_group_guid from (select distinct on (email_lower) * from ${invitationTable} where tenant = $1 order by email_lower, position desc) newest
        where state <> 'REVOKED' and email_lower <> '${ERASED}' order by lower(recipient_name), invitation_guid`,
      values: [tenant],
    });
  }
}

/** Answers `ListInvitationsTo`. */
@QueryHandler(ListInvitationsTo)
export class ListInvitationsToHandler implements IQueryHandler<ListInvitationsTo> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid, emailAddresses }: ListInvitationsTo): Promise<readonly TenantInvitation[]> {
    const lower = emailAddresses.map((address) => address.toLowerCase());
    const answers = await this.reader.askOwn(userGuid, [
      {
        name: 'name addresses',
        text: "select set_config('plimsoll.addresses', ($1::text[])::text, true)",
        values: [lower],
      },
      {
        name: 'invitations to addresses',
        text: `select * from ${invitationTable} where email_lower = any ($1) and state = 'OUTSTANDING' order by sent_at desc, invitation_guid`,
        values: [lower],
      },
    ]);
    return answers[1] as TenantInvitation[];
  }
}

/** Answers `ListInvitationsOf`. */
@QueryHandler(ListInvitationsOf)
export class ListInvitationsOfHandler implements IQueryHandler<ListInvitationsOf> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant, userGuid, emailAddresses }: ListInvitationsOf): Promise<readonly TenantInvitation[]> {
    return this.reader.ask<TenantInvitation>(tenant, {
      name: 'invitations of somebody',
      text: `select * from ${invitationTable} where tenant = $1 and (recipient_guid = $2 or email_lower = any ($3)) order by position`,
      values: [tenant, userGuid, emailAddresses.map((address) => address.toLowerCase())],
    });
  }
}
