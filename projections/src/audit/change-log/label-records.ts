import { apiKeyTable } from '../../integration/api-key-list/project.ts';
import { auditorGrantTable } from '../../auditors/auditor-grant-list/project.ts';
import { formCategoryTable, formTable } from '../../forms/form-list/project.ts';
import { incidentListTable } from '../../incidents/incident-list/project.ts';
import { memberTable } from '../../members/member-list/project.ts';
import { reportingGroupTable, worksiteTable } from '../../organizations/organization-settings/project.ts';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import { staffAccessTable } from '../../staff/staff-access-list/project.ts';
import { taskTable } from '../../tasks/task-list/project.ts';
import { webhookTable } from '../../integration/webhook-list/project.ts';

const LABELS = `
  select event_id as guid, 'Event ' || number as label from ${incidentListTable} where tenant = $1 and event_id = any ($2::uuid[])
  union all select task_guid, left(description, 100) from ${taskTable} where tenant = $1 and task_guid = any ($2::uuid[])
  union all select worksite_guid, name from ${worksiteTable} where tenant = $1 and worksite_guid = any ($2::uuid[])
  union all select reporting_group_guid, name from ${reportingGroupTable} where tenant = $1 and reporting_group_guid = any ($2::uuid[])
  union all select stream, name from ${memberTable} where tenant = $1 and stream = any ($2::uuid[])
  union all select form_guid, told #>> '{content,name}' from ${formTable} where tenant = $1 and form_guid = any ($2::uuid[]) and told is not null
  union all select category_guid, title from ${formCategoryTable} where tenant = $1 and category_guid = any ($2::uuid[])
  union all select key_guid, name from ${apiKeyTable} where tenant = $1 and key_guid = any ($2::uuid[])
  union all select webhook_guid, name from ${webhookTable} where tenant = $1 and webhook_guid = any ($2::uuid[])
  union all select grant_guid, name from ${auditorGrantTable} where tenant = $1 and grant_guid = any ($2::uuid[])
  union all select access_guid, name from ${staffAccessTable} where tenant = $1 and access_guid = any ($2::uuid[])`;

/** Looks up the current labels of records by their streams' guids. Records without a name are missing. */
export async function labelRecords(
  reader: ReadModelReader,
  tenant: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (guids.length === 0) return new Map();
  const rows = await reader.ask<{ guid: string; label: string }>(tenant, {
    name: 'labels of records',
    text: LABELS,
    values: [tenant, [...new Set(guids)]],
  });
  return new Map(rows.map(({ guid, label }) => [guid, label]));
}
