import { z } from 'zod';
import { reportingGroupCreated, worksiteCreated } from '../organizations/events.ts';
import {
  reportingGroupArchived,
  reportingGroupDescriptionChanged,
  reportingGroupRenamed,
  worksiteArchived,
  worksiteDetailsChanged,
  worksiteRenamed,
} from '../units/unit-events.ts';
import type { LoggedEvent, Mapped } from './logged-event.ts';

const worksite = { worksiteGuid: worksiteCreated.data.shape.worksiteGuid } as const;
const group = { reportingGroupGuid: reportingGroupCreated.data.shape.reportingGroupGuid } as const;

/** What was changed of them is what is there; the rest is as it was. */
export const organizationsData = {
  'plimsoll.worksite.created.v1': worksiteCreated.data,
  'plimsoll.worksite.changed.v1': z.strictObject({
    ...worksite,
    ...worksiteRenamed.data.partial().shape,
    ...worksiteDetailsChanged.data.partial().shape,
  }),
  'plimsoll.worksite.archived.v1': z.strictObject({ ...worksite, ...worksiteArchived.data.shape }),
  'plimsoll.worksite.removed.v1': z.strictObject(worksite),
  'plimsoll.reporting-group.created.v1': reportingGroupCreated.data,
  'plimsoll.reporting-group.changed.v1': z.strictObject({
    ...group,
    ...reportingGroupRenamed.data.partial().shape,
    ...reportingGroupDescriptionChanged.data.partial().shape,
  }),
  'plimsoll.reporting-group.archived.v1': z.strictObject({ ...group, ...reportingGroupArchived.data.shape }),
  'plimsoll.reporting-group.removed.v1': z.strictObject(group),
} as const;

const types: Readonly<Record<string, keyof typeof organizationsData>> = {
  WorksiteCreated: 'plimsoll.worksite.created.v1',
  WorksiteRenamed: 'plimsoll.worksite.changed.v1',
  WorksiteDetailsChanged: 'plimsoll.worksite.changed.v1',
  WorksiteArchived: 'plimsoll.worksite.archived.v1',
  WorksiteRemoved: 'plimsoll.worksite.removed.v1',
  ReportingGroupCreated: 'plimsoll.reporting-group.created.v1',
  ReportingGroupRenamed: 'plimsoll.reporting-group.changed.v1',
  ReportingGroupDescriptionChanged: 'plimsoll.reporting-group.changed.v1',
  ReportingGroupArchived: 'plimsoll.reporting-group.archived.v1',
  ReportingGroupRemoved: 'plimsoll.reporting-group.removed.v1',
};

/** Maps worksites and reporting groups; undefined for other events. */
export function mapOrganizations({ type, stream: { kind, guid }, data }: LoggedEvent): Mapped | undefined {
  const publicType = types[type];
  if (!publicType) return undefined;
  return kind === 'worksite'
    ? { type: publicType, subject: `worksite-locations/${guid}`, data: { worksiteGuid: guid, ...(data as object) } }
    : {
        type: publicType,
        subject: `reporting-groups/${guid}`,
        data: { reportingGroupGuid: guid, ...(data as object) },
      };
}
