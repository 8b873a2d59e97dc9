import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { Fault } from './fault.ts';
import type { Surroundings } from './surroundings.ts';

export type Place = Pick<IncidentFacts, 'worksiteGuid' | 'regionGuid' | 'location'>;

/** With a worksite the region is the worksite's, and none is written beside it. */
export const placeOf = (words: { readonly [Field in keyof Place]?: string | null }, { hasWorksites }: Surroundings): Place => {
  const worksiteGuid = words.worksiteGuid ?? null;
  return { worksiteGuid, regionGuid: hasWorksites && worksiteGuid !== null ? null : (words.regionGuid ?? null), location: words.location || null };
};

/**
 * What is wrong with where it happened. A worksite is demanded where the organization has some; "Other" is a place
 * without one, told by a region or a location being given, and then needs both, as it does where worksites are switched off.
 */
export function placeFaults(place: Place, { hasWorksites, worksites }: Surroundings): Fault[] {
  const faults: Fault[] = [];
  const isOther = place.regionGuid !== null || place.location !== null;
  if (place.worksiteGuid !== null && !worksites.has(place.worksiteGuid)) faults.push({ field: 'worksiteGuid', className: 'WorksiteNotFound' });
  if (place.regionGuid !== null && !regionOf(place.regionGuid)) faults.push({ field: 'regionGuid', className: 'RegionNotFound' });
  if (hasWorksites && worksites.size > 0) {
    if (place.worksiteGuid !== null) return faults;
    if (!isOther) return [...faults, { field: 'worksiteGuid', className: 'MissingRelatedEntity', message: reportTexts.worksiteMissing }];
  }
  if (place.regionGuid === null) faults.push({ field: 'regionGuid', className: 'MissingRegion' });
  if (!place.location) faults.push({ field: 'location', className: 'MalformedLocation', message: reportTexts.locationMissing });
  return faults;
}

/** The zone in which the day and the time are meant: the worksite's, else the organization's. */
export const zoneOf = (place: Place, { worksites, timeZone }: Surroundings): string =>
  (place.worksiteGuid === null ? null : worksites.get(place.worksiteGuid)?.timeZone) ?? timeZone;

/** A group is demanded where the organization has some; an archived one may stay, but not be chosen. */
export function reportingGroupFaults(chosen: string | null, { hasReportingGroups, reportingGroups }: Surroundings): Fault[] {
  if (chosen !== null) {
    return reportingGroups.get(chosen)?.status === 'ACTIVE' ? [] : [{ field: 'reportingGroupGuid', className: 'ReportingGroupNotFound' }];
  }
  const isDemanded = hasReportingGroups && [...reportingGroups.values()].some(({ status }) => status === 'ACTIVE');
  return isDemanded ? [{ field: 'reportingGroupGuid', className: 'MissingRelatedEntity', message: reportTexts.reportingGroupMissing }] : [];
}
