import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { User, UserPermission } from '@plimsoll/contracts/identity/user';
import { FindGovernor } from '@plimsoll/projections/single-sign-on/organization-domains/find-governor';
import type { Bearer } from '../../http/edge-request.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';

/** Permissions of a user whom no organization restricts. */
const all: User['userPermissions'] = {
  managePassword: true,
  managePersonalInformation: true,
  manageProfilePhoto: true,
};

/** What people may change in their own accounts. */
@Injectable()
export class UserPermissions {
  constructor(private readonly queries: QueryBus) {}

  async of(userGuid: string): Promise<User['userPermissions']> {
    return (await this.queries.execute(new FindGovernor(userGuid)))?.userPermissions ?? all;
  }

  /** Throws 403 where the person may not. */
  async demand(userGuid: string, permission: UserPermission): Promise<void> {
    if (!(await this.of(userGuid))[permission]) throwRefusal('Forbidden');
  }

  /**
   * Whether a session may read and change its person's account; a single sign-on session only where its organization
   * governs the account.
   */
  async opensAccount({ userGuid, organizationGuid }: Pick<Bearer, 'userGuid' | 'organizationGuid'>): Promise<boolean> {
    return (
      organizationGuid === null ||
      (await this.queries.execute(new FindGovernor(userGuid)))?.organizationGuid === organizationGuid
    );
  }
}
