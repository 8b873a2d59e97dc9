import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { memberTable } from '../../members/member-list/project.ts';
import type { ReadStatement } from '../../platform/query-as-tenant.ts';
import type { ReadModelReader } from '../../platform/read-model-reader.ts';
import { knownMembers, titleForResponsible } from './hidden-event-title.ts';

/** What a viewer may know of an action's incident. */
export interface EventColumns {
  /** Null unless they see it. */
  readonly number: number | null;
  readonly heading: string | null;
  /** Null unless they see it or are responsible for the action. */
  readonly worksite_name: string | null;
  /** Only for the responsible person of an action whose incident they do not see and that is not sensitive. */
  readonly form_name: string | null;
  readonly facts: string | null;
}

/** Names of all members, present and past. */
export const memberNames = (tenant: string): ReadStatement => ({
  name: 'names of all members',
  text: `select name from ${memberTable} where tenant = $1`,
  values: [tenant],
});

/** The titles of the incidents of these rows, for a viewer who may not see all of them. */
export async function titlesOf(
  reader: ReadModelReader,
  tenant: string,
  rows: readonly EventColumns[],
): Promise<(string | null)[]> {
  const hasHiddenEvents = rows.some(({ facts }) => facts !== null);
  const names = hasHiddenEvents ? await reader.ask<{ name: string }>(tenant, memberNames(tenant)) : [];
  const members = knownMembers(names.map(({ name }) => name));
  return rows.map(({ heading, facts, form_name: formName }) =>
    facts === null || formName === null
      ? heading
      : titleForResponsible({ formName, isSensitive: false, facts: JSON.parse(facts) as IncidentFacts }, members),
  );
}
