import { searched } from '../../lib/url/paths.ts';

/** URL patterns of an organization's settings. */
export const organizationsPattern = {
  organization: '/settings/organization',
  addLocation: '/settings/organization/add-location',
  codes: '/settings/organization/codes',
  editCodes: '/settings/organization/codes/edit',
  locations: '/organization/locations',
} as const;

export const organizationsPaths = {
  organization: () => organizationsPattern.organization,
  addLocation: () => organizationsPattern.addLocation,
  /** Locations of the organization with their industries. */
  codes: () => organizationsPattern.codes,
  editCodes: (regionGuid: string) => searched(organizationsPattern.editCodes, { region: regionGuid }),
  locations: () => organizationsPattern.locations,
};
