import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { domainOfAddress } from '@plimsoll/contracts/single-sign-on/sso';
import { encodePermissions } from '@plimsoll/contracts/permissions/permissions';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import { ListDomains } from '@plimsoll/projections/single-sign-on/organization-domains/query';
import {
  FindOrganizationNames,
  FindSsoOrganizations,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { photoAnswer } from '../identity/accounts/own-account.ts';
import { Pictures } from '../pictures/pictures.ts';
import { logoAddress } from '../organizations/logo/logo-address.ts';
import { membershipAsSeenBy } from './membership-as-seen-by.ts';

/** Completes memberships with names, pictures and sign-in, as the viewer may see them. */
@Injectable()
export class SeenMemberships {
  constructor(
    private readonly queries: QueryBus,
    private readonly pictures: Pictures,
  ) {}

  /** @param viewer in the organization of the members; needs no permissions for their own memberships. */
  async of(
    members: readonly (Member & { readonly organizationGuid: string })[],
    viewer: Pick<Viewer, 'userGuid'> & Partial<Viewer>,
  ): Promise<Membership[]> {
    const organizations = [...new Set(members.map(({ organizationGuid }) => organizationGuid))];
    const [names, logos, withSso, verified, photos] = await Promise.all([
      this.queries.execute(new FindOrganizationNames(organizations)),
      this.pictures.addressesOf('ORGANIZATION_LOGO', organizations),
      this.queries.execute(new FindSsoOrganizations(organizations)),
      viewer.isAdmin ? Promise.all(organizations.map((guid) => this.queries.execute(new ListDomains(guid)))) : [],
      this.pictures.addressesOf(
        'PROFILE_PHOTO',
        members.map(({ userGuid }) => userGuid),
      ),
    ]);
    const domains = new Set(
      verified
        .flat()
        .filter(({ verifiedAt }) => verifiedAt !== null)
        .map(({ domain }) => domain),
    );
    return members.map((member) =>
      membershipAsSeenBy(
        { isAdmin: false, permissions: new Set(), ...viewer },
        {
          ...member,
          organizationName: names.get(member.organizationGuid) ?? '',
          encoded: encodePermissions(member.permissions),
          photo: photoAnswer(member.userGuid, photos.get(member.userGuid)).photo,
          logo: logoAddress(member.organizationGuid, logos.get(member.organizationGuid)),
          authType: withSso.has(member.organizationGuid) ? 'SSO_SAML' : 'USERNAME_PASSWORD',
          isGoverned: domains.has(domainOfAddress(member.emailAddress)),
        },
      ),
    );
  }
}
