import { redirect } from 'react-router';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { foundingPaths } from '../founding-paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { loadOrganization, StartupFailure, type Started } from '../../../lib/session/startup.ts';
import { locationsQuery } from '../api.ts';

/** The pages that set an organization up, and those that add a location. */
export const SETTING_UP = ['Basics', 'Primary location', 'Industries', 'Other locations'] as const;
export const ADDING_LOCATION = ['Region', 'Industries'] as const;

/** Of an organization whose setting up is not finished: for its admins. One that is set up has nothing to do here. */
export async function loadUnfinished(request: Request): Promise<Started> {
  const started = await loadOrganization(request);
  if (started.organization.onboardingStatus === 'ONBOARDED') throw redirect(paths.home());
  if (!started.organization.isAdmin) throw new StartupFailure('OrgNotSetup');
  return started;
}

/** Where it operates by now, the primary location first. */
export async function loadLocations(request: Request): Promise<OperatingLocation[]> {
  const { organization } = await loadUnfinished(request);
  return (await queryClient.fetchQuery(locationsQuery(organization.guid))).items;
}

/** Where setting up goes on: where the data end, on whatever device. */
export function resumeAt([primary]: readonly Pick<OperatingLocation, 'industryGuids'>[]): string {
  if (!primary) return foundingPaths.primaryLocation();
  return primary.industryGuids.length === 0 ? foundingPaths.codes() : foundingPaths.otherLocations();
}
