import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import type { Error } from '../field-error.ts';
import type { IncidentContext } from '../incident-context.ts';

export type Place = Pick<IncidentFacts, 'worksiteGuid' | 'regionGuid' | 'location'>;

/** Place of a request. A worksite implies its region, so no region is stored with it. */
export const placeOf = (
  body: { readonly [Field in keyof Place]?: string | null },
  { hasWorksites }: IncidentContext,
): Place => {
  const worksiteGuid = body.worksiteGuid ?? null;
  return {
    worksiteGuid,
    regionGuid: hasWorksites && worksiteGuid !== null ? null : (body.regionGuid ?? null),
    location: body.location || null,
  };
};

/**
 * Errors in the place of an incident. A worksite is required if the organization has active ones. "Other" is a place
 * without a worksite, indicated by a region or location; it needs both, as does every place when worksites are switched
 * off.
 * @param existing the incident's previous worksite, which may stay even when archived
 */
export function placeErrors(
  place: Place,
  { hasWorksites, worksites }: IncidentContext,
  existing: string | null = null,
): Error[] {
  const errors: Error[] = [];
  const isOther = place.regionGuid !== null || place.location !== null;
  const isOffered = (guid: string) => worksites.get(guid)?.status === 'ACTIVE';
  if (place.worksiteGuid !== null && place.worksiteGuid !== existing && !isOffered(place.worksiteGuid))
    errors.push({ field: 'worksiteGuid', className: 'WorksiteNotFound' });
  if (place.regionGuid !== null && !regionOf(place.regionGuid))
    errors.push({ field: 'regionGuid', className: 'RegionNotFound' });
  if (hasWorksites && (place.worksiteGuid === null ? [...worksites.keys()].some(isOffered) : worksites.size > 0)) {
    if (place.worksiteGuid !== null) return errors;
    if (!isOther)
      return [
        ...errors,
        { field: 'worksiteGuid', className: 'MissingRelatedEntity', message: reportTexts.worksiteMissing },
      ];
  }
  if (place.regionGuid === null) errors.push({ field: 'regionGuid', className: 'MissingRegion' });
  if (!place.location)
    errors.push({ field: 'location', className: 'MalformedLocation', message: fieldTexts.locationMissing });
  return errors;
}

/** Time zone of the incident's date and time: the worksite's, else the organization's. */
export const zoneOf = (place: Place, { worksites, timeZone }: IncidentContext): string =>
  (place.worksiteGuid === null ? null : worksites.get(place.worksiteGuid)?.timeZone) ?? timeZone;

/**
 * Errors in the reporting group. One is required if the organization has active groups, and an archived one cannot be
 * chosen. @param chosen the group after resolving archived ones to their replacement
 */
export function reportingGroupErrors(
  chosen: string | null,
  { hasReportingGroups, reportingGroups }: IncidentContext,
): Error[] {
  if (chosen !== null) {
    return reportingGroups.get(chosen)?.status === 'ACTIVE'
      ? []
      : [{ field: 'reportingGroupGuid', className: 'ReportingGroupNotFound' }];
  }
  const isDemanded = hasReportingGroups && [...reportingGroups.values()].some(({ status }) => status === 'ACTIVE');
  return isDemanded
    ? [{ field: 'reportingGroupGuid', className: 'MissingRelatedEntity', message: reportTexts.reportingGroupMissing }]
    : [];
}
