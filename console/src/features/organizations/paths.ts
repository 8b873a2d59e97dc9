import { searched } from '../../lib/url/paths.ts';

/** The addresses of an organization’s own settings. */
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
  /** Where the organization operates, and what it does there. */
  codes: () => organizationsPattern.codes,
  editCodes: (regionGuid: string) => searched(organizationsPattern.editCodes, { region: regionGuid }),
  locations: () => organizationsPattern.locations,
};
