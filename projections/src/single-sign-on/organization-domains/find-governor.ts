import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { User } from '@plimsoll/contracts/identity/user';
import { domainOfAddress } from '@plimsoll/contracts/single-sign-on/sso';
import { FindAccount, FindAccountHandler } from '../../identity/account/query.ts';
import { FindMember, FindMemberHandler } from '../../members/member-list/query.ts';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { FindDomainHolder, FindDomainHolderHandler } from './query.ts';

/** The organization that governs an account. */
export interface Governor {
  readonly organizationGuid: string;
  /** What it lets the person change; null for everything. */
  readonly userPermissions: User['userPermissions'] | null;
}

/**
 * Finds the organization that governs an account: it has verified the domain of the primary address, and the person is
 * a member. Usually null.
 */
export class FindGovernor extends Query<Governor | null> {
  constructor(readonly userGuid: string) {
    super();
  }
}

/** Answers `FindGovernor`. */
@QueryHandler(FindGovernor)
export class FindGovernorHandler implements IQueryHandler<FindGovernor> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ userGuid }: FindGovernor): Promise<Governor | null> {
    const account = await new FindAccountHandler(this.reader).execute(new FindAccount(userGuid));
    const organizationGuid =
      account &&
      (await new FindDomainHolderHandler(this.reader).execute(
        new FindDomainHolder(domainOfAddress(account.emailAddress)),
      ));
    const member = organizationGuid
      ? await new FindMemberHandler(this.reader).execute(new FindMember(organizationGuid, userGuid))
      : null;
    return organizationGuid && member ? { organizationGuid, userPermissions: member.userPermissions } : null;
  }
}
