import { redirect } from 'react-router';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { foundingPaths } from '../founding-paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { loadOrganization, StartupFailure, type Started } from '../../../lib/session/startup.ts';
import { locationsQuery } from '../api.ts';

/** Titles of the steps that set up an organization, and of those that add a location. */
export const SETTING_UP = ['Basics', 'Primary location', 'Industries', 'Other locations'] as const;
export const ADDING_LOCATION = ['Region', 'Industries'] as const;

/** Loads an organization that is not set up yet. Redirects home if it is, and fails for members who are not admins. */
export async function loadUnfinished(request: Request): Promise<Started> {
  const started = await loadOrganization(request);
  if (started.organization.onboardingStatus === 'ONBOARDED') throw redirect(paths.home());
  if (!started.organization.isAdmin) throw new StartupFailure('OrgNotSetup');
  return started;
}

/** The organization's locations so far, the primary one first. */
export async function loadLocations(request: Request): Promise<OperatingLocation[]> {
  const { organization } = await loadUnfinished(request);
  return (await queryClient.fetchQuery(locationsQuery(organization.guid))).items;
}

/** Path of the step where setting up continues. Derived from the stored data, so it works on any device. */
export function resumeAt([primary]: readonly Pick<OperatingLocation, 'industryGuids'>[]): string {
  if (!primary) return foundingPaths.primaryLocation();
  return primary.industryGuids.length === 0 ? foundingPaths.codes() : foundingPaths.otherLocations();
}
