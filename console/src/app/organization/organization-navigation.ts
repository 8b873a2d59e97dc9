import { IconMail, IconMapPin, IconUserQuestion, IconUsers, type Icon } from '@tabler/icons-react';
import { membersPaths } from '../../features/members/paths.ts';
import { organizationsPaths } from '../../features/organizations/paths.ts';
import type { Permission } from '../../lib/session/permissions.ts';
import type { Started } from '../../lib/session/startup.ts';

interface OrganizationPage {
  label: string;
  /** Additional search terms. */
  terms: string;
  icon: Icon;
  to: string;
  permission?: Permission;
}

const pages: readonly OrganizationPage[] = [
  {
    label: 'People',
    terms: 'members colleagues team staff roles admins managers your organization',
    icon: IconUsers,
    to: membersPaths.people(),
  },
  {
    label: 'Invitations',
    terms: 'invite mail new member add person',
    icon: IconMail,
    to: membersPaths.invitations(),
    permission: 'VIEW_ORGANIZATION_INVITATIONS',
  },
  {
    label: 'Requests',
    terms: 'requests to join approve decline membership',
    icon: IconUserQuestion,
    to: membersPaths.requests(),
    permission: 'VIEW_ORGANIZATION_INVITATIONS',
  },
  {
    label: 'Locations',
    terms: 'regions provinces states territories industries operate',
    icon: IconMapPin,
    to: organizationsPaths.locations(),
  },
];

/** Pages of Your Organization that the user may open; none if the module is off. */
export const organizationPagesFor = ({
  modules,
  permissions,
}: Pick<Started, 'modules' | 'permissions'>): readonly OrganizationPage[] =>
  modules.has('yourOrganization') ? pages.filter(({ permission }) => !permission || permissions.has(permission)) : [];
