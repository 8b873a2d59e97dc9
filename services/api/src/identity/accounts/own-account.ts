import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EmailAddress, User, UserOnboardingStatus } from '@plimsoll/contracts/identity/user';
import { FindAccount, ListAccountAddresses, type Account } from '@plimsoll/projections/identity/account/query';
import { FindMembershipsOf } from '@plimsoll/projections/members/member-list/query';
import { FindOrganizationNames } from '@plimsoll/projections/organizations/organization-settings/query';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import type { Bearer } from '../../http/edge-request.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { PendingAddresses } from '../email-addresses/pending-addresses.ts';
import { isSameAddress, loadUser } from './user.ts';
import { UserPermissions } from './user-permissions.ts';

/** Onboarding status of a user: whether they have an organization, and one of them has completed onboarding. */
export function onboardingStatusOf(memberships: readonly { readonly isOnboarded: boolean }[]): UserOnboardingStatus {
  if (memberships.length === 0) return 'NEW_USER';
  return memberships.some(({ isOnboarded }) => isOnboarded) ? 'ONBOARDED' : 'NOT_ONBOARDED';
}

/** URL of a photo. */
export const photoAnswer = (userGuid: string, v: string | undefined): Pick<User, 'photo' | 'isUsingDefaultImage'> => ({
  photo: v === undefined ? null : `/api/users/${userGuid}/photo?v=${v}`,
  isUsingDefaultImage: v === undefined,
});

/** An account as shown to its owner. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly queries: QueryBus,
    private readonly pending: PendingAddresses,
    private readonly pictures: Pictures,
    private readonly permissions: UserPermissions,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Throws 404 for any account but the bearer's, existing or not. */
  demandOwn(ownGuid: string, userGuid: string): void {
    if (userGuid !== ownGuid) throwRefusal('UsernameDoesNotExist');
  }

  /** Like `demandOwn`, by guid, username or a verified address. */
  async demandNamed(ownGuid: string, identifier: string): Promise<void> {
    const named = identifier.toLowerCase();
    if (named === ownGuid || named === (await this.#account(ownGuid)).username?.toLowerCase()) return;
    if (
      !(await this.queries.execute(new ListAccountAddresses(ownGuid))).some((address) => isSameAddress(address, named))
    )
      throwRefusal('UsernameDoesNotExist');
  }

  async user({ userGuid, organizationGuid: only }: Pick<Bearer, 'userGuid' | 'organizationGuid'>): Promise<User> {
    const [account, emailAddresses, everywhere, photos, userPermissions, now] = await Promise.all([
      this.#account(userGuid),
      this.addresses(userGuid),
      this.queries.execute(new FindMembershipsOf(userGuid)),
      this.pictures.addressesOf('PROFILE_PHOTO', [userGuid]),
      this.permissions.of(userGuid),
      loadUser(this.store, userGuid),
    ]);
    const memberships = everywhere.filter(({ organizationGuid }) => only === null || organizationGuid === only);
    const names = await this.queries.execute(
      new FindOrganizationNames(memberships.map(({ organizationGuid }) => organizationGuid)),
    );
    return {
      guid: userGuid,
      name: account.name,
      username: account.username,
      primaryEmailAddress: account.emailAddress,
      globalAdmin: now?.user.isStaff ?? false,
      userPermissions,
      ...photoAnswer(userGuid, photos.get(userGuid)),
      emailAddresses: [...emailAddresses],
      organizationMemberships: memberships.map(({ organizationGuid, isAdmin }) => ({
        organizationGuid,
        organizationName: names.get(organizationGuid) ?? '',
        isAdmin,
      })),
      onboardingStatus: onboardingStatusOf(memberships),
    };
  }

  /** The primary address first, then verified ones, then unverified ones. */
  async addresses(userGuid: string): Promise<readonly EmailAddress[]> {
    const [verified, pending] = await Promise.all([
      this.queries.execute(new ListAccountAddresses(userGuid)),
      this.pending.of(userGuid),
    ]);
    return [
      ...verified.map((emailAddress, index) => ({ emailAddress, isPrimary: index === 0, isVerified: true })),
      ...pending
        .filter(({ emailAddress }) => !verified.some((own) => isSameAddress(own, emailAddress)))
        .map(({ emailAddress }) => ({ emailAddress, isPrimary: false, isVerified: false })),
    ];
  }

  async #account(userGuid: string): Promise<Account> {
    return (await this.queries.execute(new FindAccount(userGuid))) ?? throwRefusal('UsernameDoesNotExist');
  }
}
