import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { amendIncident } from '@plimsoll/api/incidents/amend-incident.rule';
import { approveIncident } from '@plimsoll/api/incidents/workflow/approve-incident.rule';
import type { Decision } from '@plimsoll/api/commands/decision';
import { deleteIncident } from '@plimsoll/api/incidents/delete-incident.rule';
import type { LiveIncident } from '@plimsoll/api/incidents/incident';
import { reopenIncident } from '@plimsoll/api/incidents/workflow/reopen-incident.rule';
import { requestApproval } from '@plimsoll/api/incidents/workflow/request-approval.rule';
import { requestReview } from '@plimsoll/api/incidents/workflow/request-review.rule';
import { returnIncident } from '@plimsoll/api/incidents/workflow/return-incident.rule';
import { reviewIncident } from '@plimsoll/api/incidents/workflow/review-incident.rule';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { context, guidOf } from './sample-incident.ts';

/**
 * The workflow table of the specification, copied by hand: tests compare the product with this text, never with the
 * table in the code.
 */
const printed = `
| command | REPORTED | RETURNED | REVIEW_REQUESTED | REVIEWED | APPROVAL_REQUESTED | APPROVED | CLOSED |
| amend | R M X → same | R M X → same | R M V X → same | V X → same | A X → same | c1 | R M X → same |
| request-review | R M X → REVIEW_REQUESTED | R M X → REVIEW_REQUESTED | V q X → same | cR | cR | c1 | cS |
| review | cS | cS | V → REVIEWED | V → REVIEWED | cR | c1 | cS |
| return | cS | cS | V X → RETURNED | cS | A X → REVIEW_REQUESTED | c1 | cS |
| request-approval | cS | cS | cS | V X → APPROVAL_REQUESTED | A q X → same | c1 | cS |
| approve | cA | cA | cA | cA | A → APPROVED | cE | cA |
| reopen | cS | cS | cS | cS | cS | X → REPORTED; others c1 | cS |
| delete | R X → DELETED | R X → DELETED | X → DELETED | X → DELETED | X → DELETED | c1 | X → DELETED |
| restore | cS | cS | cS | cS | cS | cS | cS |
`;

export type Party = 'R' | 'M' | 'V' | 'A' | 'q' | 'X';

const refusals: Record<string, string> = {
  c1: 'ApprovedEventCannotBeModified',
  cE: 'EventAlreadyApproved',
  cR: 'EventAlreadyReviewed',
  cA: 'ApprovalWithoutAssignedApprover',
  cS: 'EventStateConflict',
};

/** The table's result of a command: the state afterwards, or the class that refuses. */
export type Promised = { readonly state: string } | { readonly refused: string };

const [head, ...rows] = printed
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
const states = head!.slice(1) as IncidentState[];
const cells = new Map(
  rows.flatMap(([command, ...row]) => row.map((cell, index) => [`${command}/${states[index]}`, cell] as const)),
);

/** Result for a person who sees the incident, given their roles in it. */
export function promised(
  command: IncidentCommand,
  state: IncidentState,
  parties: readonly Party[],
  workflow: 'NONE' | 'REVIEW' | 'REVIEW_AND_APPROVAL',
): Promised {
  // Note 3 of the specification.
  if (workflow === 'REVIEW' && command === 'request-approval' && state === 'REVIEWED')
    return { refused: refusals['cS']! };
  const cell = cells.get(`${command}/${state}`)!;
  if (cell in refusals) return { refused: refusals[cell]! };
  const [, named, target, otherRoles] = /^([RMVAqX ]+) → (\w+)(?:; others (\w+))?$/.exec(cell)!;
  if (named!.split(' ').some((party) => (parties as readonly string[]).includes(party)))
    return { state: target === 'same' ? state : target! };
  return { refused: otherRoles ? refusals[otherRoles]! : 'Forbidden' };
}

export const cellCount = cells.size;

/** What the rules are given when each command is tried. */
export interface Attempted {
  readonly actor: Viewer;
  readonly reviewer: Viewer;
  readonly approver: Viewer;
  readonly receivedAt: Date;
  readonly description: string;
  readonly severity: number | null;
  readonly likelihood: number | null;
}

/** The rule of each command on an incident that is not deleted, with input that it accepts. */
export const rules: Readonly<
  Record<Exclude<IncidentCommand, 'restore'>, (given: Attempted, incident: LiveIncident) => Decision<IncidentEvent>>
> = {
  amend: ({ actor, description, receivedAt }, incident) =>
    amendIncident({ actor, body: { description }, context, receivedAt, newGuid: () => guidOf(99) }, incident),
  'request-review': ({ actor, reviewer }, incident) => requestReview({ actor, reviewer }, incident),
  review: ({ actor, severity, likelihood }, incident) =>
    reviewIncident({ actor, severity, likelihood, comment: null }, incident),
  return: ({ actor }, incident) => returnIncident({ actor, comment: 'See above' }, incident),
  'request-approval': ({ actor, approver }, incident) => requestApproval({ actor, approver }, incident),
  approve: ({ actor }, incident) =>
    approveIncident(
      { actor, name: 'Priya Raman', approvalComment: null, signature: null, signatureDrawing: null },
      incident,
    ),
  reopen: ({ actor }, incident) => reopenIncident({ actor, reason: 'New facts' }, incident),
  delete: ({ actor }, incident) => deleteIncident({ actor }, incident),
};
