import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/vocabulary';

/** Commands that are asked for in a dialog; changing has a page of its own. */
export type AskedCommand = Exclude<IncidentCommand, 'amend'>;

export interface NextAction {
  command: IncidentCommand;
  label: string;
}

export interface NextActions {
  primary: NextAction | null;
  secondary: NextAction[];
  /** What follows from the primary one. */
  consequence: string | null;
}

type Standing = Pick<IncidentDetail, 'number' | 'state' | 'allowedCommands'>;

const leads: readonly [IncidentCommand, readonly IncidentDetail['state'][], (number: number) => string, string][] = [
  ['restore', [], (number) => `Restore event ${number}`, 'It returns to the state it was in.'],
  ['approve', ['APPROVAL_REQUESTED'], (number) => `Approve event ${number}…`, 'Approving locks the event. What was approved stays readable.'],
  ['review', ['REVIEW_REQUESTED'], (number) => `Review event ${number}…`, 'Reviewing rates severity and likelihood.'],
  ['request-approval', ['REVIEWED'], (number) => `Send event ${number} for approval…`, 'It then appears among the approver’s tasks.'],
  ['request-review', ['REPORTED', 'RETURNED'], (number) => `Send event ${number} for review…`, 'It then appears among the reviewer’s tasks.'],
];

const others: Record<IncidentCommand, (state: IncidentDetail['state'], number: number) => string> = {
  amend: () => 'Edit',
  'request-review': () => 'Reassign…',
  review: () => 'Change rating…',
  return: () => 'Return…',
  'request-approval': () => 'Reassign…',
  approve: (_, number) => `Approve event ${number}…`,
  reopen: () => 'Reopen…',
  delete: (_, number) => `Delete event ${number}…`,
  restore: (_, number) => `Restore event ${number}`,
};

const order: readonly IncidentCommand[] = ['return', 'review', 'request-review', 'request-approval', 'reopen', 'amend', 'delete'];

/** What may be done with an event now, as buttons: exactly what the API allows, the next step first. */
export function nextActions({ number, state, allowedCommands }: Standing): NextActions {
  const allowed = new Set(allowedCommands);
  const lead = leads.find(([command, states]) => allowed.has(command) && (states.length === 0 || states.includes(state)));
  const secondary = order.filter((command) => allowed.has(command) && command !== lead?.[0]).map((command) => ({ command, label: others[command](state, number) }));
  if (lead) return { primary: { command: lead[0], label: lead[2](number) }, secondary, consequence: lead[3] };
  return { primary: null, secondary, consequence: allowed.has('reopen') ? 'Reopening unlocks the event. What was approved stays readable.' : null };
}
