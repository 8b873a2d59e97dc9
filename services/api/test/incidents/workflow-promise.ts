import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { people, type Column, type Person } from './workflow-columns.ts';
import { promised, type Party, type Promised } from './workflow-table.ts';

const statusOfClass: Record<string, number> = { EventNotFound: 404, Forbidden: 403 };

export const statusOf = (promise: Promised): number =>
  'state' in promise ? 200 : (statusOfClass[promise.refused] ?? 409);

/**
 * Refusal that the specification's rules on visibility give a person for an incident in a column; null when they see
 * it.
 */
export function hiddenFrom(person: Person, column: Column): 'EventNotFound' | 'Forbidden' | null {
  const isOwn = person === 'reporter' || person === 'clerk' || column.named.includes(person);
  const { sees } = people[person];
  if (column.deleted)
    return person === column.deleted.by || person === 'always' || person === 'admin' ? null : 'EventNotFound';
  if (isOwn || sees === 'ALL') return null;
  if (column.isSensitive) return 'EventNotFound';
  return sees === 'OTHERS' ? null : 'Forbidden';
}

/** Result that the specification gives a person for a command on an incident in a column. */
export function promisedTo(person: Person, command: IncidentCommand, column: Column): Promised {
  const hidden = hiddenFrom(person, column);
  if (hidden) return { refused: hidden };
  if (column.deleted)
    return command === 'restore' && !column.deleted.isLate ? { state: column.state } : { refused: 'EventNotFound' };
  const parties: readonly Party[] = [...people[person].parties, ...(column.parties[person] ?? [])];
  return promised(command, column.state, parties, column.workflow);
}
