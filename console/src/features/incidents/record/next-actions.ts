import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { commandTexts } from '@plimsoll/contracts/incidents/event-texts';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';

/** Commands with a dialog or a single click; changing has a page of its own. */
export type ActionCommand = Exclude<IncidentCommand, 'amend'>;
/** Commands with a dialog. */
export type DialogCommand = Exclude<ActionCommand, 'restore'>;

export interface NextAction {
  command: IncidentCommand;
  label: string;
}

export interface NextActions {
  primary: NextAction | null;
  secondary: NextAction[];
  /** Consequence of the primary action. */
  consequence: string | null;
}

type Rated = Pick<IncidentDetail, 'number' | 'state'> & Partial<Pick<IncidentDetail, 'severity'>>;
type ActionContext = Rated & Pick<IncidentDetail, 'allowedCommands'>;

/** Whether an existing rating is replaced: reviews by some forms have none. */
const changesRating = ({ state, severity }: Rated): boolean => isAgain('review', state) && severity !== null;

/** Whether a command is repeated: it replaces an assigned person or an existing rating. */
export const isAgain = (command: IncidentCommand, state: IncidentDetail['state']): boolean =>
  (command === 'request-review' && state === 'REVIEW_REQUESTED') ||
  (command === 'request-approval' && state === 'APPROVAL_REQUESTED') ||
  (command === 'review' && state === 'REVIEWED');

/**
 * Title of a command with the incident's number, for places that do not show the incident. It is also the title of its
 * dialog.
 */
export function commandTitle(command: IncidentCommand, incident: Rated): string {
  const { number, state } = incident;
  if (!isAgain(command, state) || (command === 'review' && !changesRating(incident)))
    return commandTexts[command](number);
  return commandTexts[command === 'review' ? 'change-rating' : 'reassign'](number);
}

/** Label of a button that opens the dialog of a command. */
const dialogLabel =
  (command: IncidentCommand) =>
  (number: number): string =>
    `${commandTexts[command](number)}…`;

/** Consequence of reviewing an event whose form asks for a rating. */
export const RATING_FOLLOWS = 'You’ll rate severity and likelihood.';

const leads: readonly [IncidentCommand, readonly IncidentDetail['state'][], (number: number) => string, string][] = [
  ['restore', [], commandTexts.restore, 'It returns to the state it was in.'],
  [
    'approve',
    ['APPROVAL_REQUESTED'],
    dialogLabel('approve'),
    'Approving locks the event. What was approved stays readable.',
  ],
  ['review', ['REVIEW_REQUESTED'], dialogLabel('review'), RATING_FOLLOWS],
  ['request-approval', ['REVIEWED'], dialogLabel('request-approval'), 'It then appears among the approver’s tasks.'],
  [
    'request-review',
    ['REPORTED', 'RETURNED'],
    dialogLabel('request-review'),
    'It then appears among the reviewer’s tasks.',
  ],
];

/** Labels of secondary buttons that differ from the command's title. */
const shortLabels: Partial<Record<IncidentCommand, string>> = {
  amend: 'Edit',
  'request-review': 'Reassign…',
  review: 'Change rating…',
  return: 'Return…',
  'request-approval': 'Reassign…',
  reopen: 'Reopen…',
};

const labelOf = (command: IncidentCommand, incident: ActionContext): string =>
  (command === 'review' && !changesRating(incident) ? undefined : shortLabels[command]) ??
  dialogLabel(command)(incident.number);

/** Commands at the beginning and at the end of the secondary buttons; others are in between. */
const first: readonly IncidentCommand[] = ['return', 'review', 'request-review', 'request-approval', 'reopen'];
const last: readonly IncidentCommand[] = ['amend', 'delete'];
/** Never a secondary button: approving and restoring are the next step wherever they are allowed. */
const onlyPrimary: readonly IncidentCommand[] = ['approve', 'restore'];

/** Buttons for the commands that the API allows, the next step first. */
export function nextActions(incident: ActionContext): NextActions {
  const { number, state, allowedCommands } = incident;
  const allowed = new Set(allowedCommands);
  const lead = leads.find(
    ([command, states]) => allowed.has(command) && (states.length === 0 || states.includes(state)),
  );
  const placed = new Set([...first, ...last, ...onlyPrimary]);
  const secondary = [...first, ...allowedCommands.filter((command) => !placed.has(command)), ...last]
    .filter((command) => allowed.has(command) && command !== lead?.[0])
    .map((command) => ({ command, label: labelOf(command, incident) }));
  if (lead) return { primary: { command: lead[0], label: lead[2](number) }, secondary, consequence: lead[3] };
  return {
    primary: null,
    secondary,
    consequence: allowed.has('reopen') ? 'Reopening unlocks the event. What was approved stays readable.' : null,
  };
}

/**
 * Commands to offer on a page that shows an earlier revision than the latest: none that is not allowed any more, and not
 * its next step if that was done since.
 */
export function commandsLeft(shown: ActionContext, latest: ActionContext | 'GONE' | null): IncidentCommand[] {
  if (latest === null) return shown.allowedCommands;
  if (latest === 'GONE') return [];
  const next = nextActions(shown).primary?.command;
  const isDone = next !== nextActions(latest).primary?.command;
  return shown.allowedCommands.filter(
    (command) => latest.allowedCommands.includes(command) && !(isDone && command === next),
  );
}
