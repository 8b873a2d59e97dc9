import { defineStream } from '../kernel/stream.ts';
import { reportingGroupCreated, worksiteCreated } from '../organizations/events.ts';
import {
  reportingGroupArchived,
  reportingGroupDescriptionChanged,
  reportingGroupRemoved,
  reportingGroupRenamed,
  worksiteArchived,
  worksiteDetailsChanged,
  worksiteRemoved,
  worksiteRenamed,
} from './unit-events.ts';

export const worksiteStream = defineStream('worksite', [
  worksiteCreated,
  worksiteRenamed,
  worksiteDetailsChanged,
  worksiteArchived,
  worksiteRemoved,
]);

export const reportingGroupStream = defineStream('reporting-group', [
  reportingGroupCreated,
  reportingGroupRenamed,
  reportingGroupDescriptionChanged,
  reportingGroupArchived,
  reportingGroupRemoved,
]);
