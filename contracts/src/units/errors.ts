import { conflict, notFound } from '../errors/error-entry.ts';

export const unitErrors = {
  ReportingGroupNotFound: notFound('Reporting group'),
  WorksiteNotFound: notFound('Worksite'),
  DuplicateReportingGroupName: conflict('A reporting group with this name already exists'),
  DuplicateWorksiteName: conflict('A worksite with this name already exists'),
  ReportingGroupWithEventsOrMembersCannotBeRemoved: conflict(
    'A reporting group with events or members cannot be removed',
  ),
  WorksiteWithEventsCannotBeRemoved: conflict('A worksite with events cannot be removed'),
} as const;
