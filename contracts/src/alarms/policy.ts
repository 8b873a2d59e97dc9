import type { AlarmProgress, AlarmState } from './progress.ts';
import { isDrillOver } from './progress.ts';

export const alarmCommands = ['acknowledge', 'take-over', 'call-off', 'raise'] as const;
export type AlarmCommand = (typeof alarmCommands)[number];

/** K: whom EVERYONE means, and anyone who was alerted; P: takes part in the event, or modifies for others. */
type Party = 'K' | 'P';

/** UNCHANGED: nothing is written; CONFLICT: the state refuses. */
type Cell = Party | 'UNCHANGED' | 'CONFLICT';

/** Alarms (`spec: 11-first-hour`, A5), with a column for each state. */
const table: Readonly<Record<AlarmCommand, Readonly<Record<AlarmState, Cell>>>> = {
  acknowledge: { TOLD: 'CONFLICT', OPEN: 'K', ACKNOWLEDGED: 'CONFLICT', CALLED_OFF: 'CONFLICT' },
  'take-over': { TOLD: 'CONFLICT', OPEN: 'CONFLICT', ACKNOWLEDGED: 'K', CALLED_OFF: 'CONFLICT' },
  'call-off': { TOLD: 'CONFLICT', OPEN: 'K', ACKNOWLEDGED: 'K', CALLED_OFF: 'UNCHANGED' },
  raise: { TOLD: 'P', OPEN: 'UNCHANGED', ACKNOWLEDGED: 'P', CALLED_OFF: 'P' },
};

/** Someone who sees the alarm. */
export interface AlarmViewer {
  readonly userGuid: string;
  /** Whether they are among those whom EVERYONE means, or were alerted. */
  readonly isAlerted: boolean;
  /** Whether they may raise an alarm about its event. */
  readonly mayRaise: boolean;
}

/** What comes of a command by someone who sees the alarm. */
export type AlarmVerdict = 'ALLOWED' | 'UNCHANGED' | 'AlarmStateConflict' | 'Forbidden';

/** The verdict on a command; the state's before the person's. */
export function alarmVerdict(
  command: AlarmCommand,
  alarm: Pick<AlarmProgress, 'state' | 'heldBy' | 'isDrill' | 'raisedAt'>,
  { userGuid, isAlerted, mayRaise }: AlarmViewer,
  now: Date,
): AlarmVerdict {
  // A drill is not raised again.
  if (isDrillOver(alarm, now) || (alarm.isDrill && command === 'raise')) return 'AlarmStateConflict';
  const hasIt = alarm.state === 'ACKNOWLEDGED' && alarm.heldBy?.userGuid === userGuid;
  if (hasIt && (command === 'acknowledge' || command === 'take-over')) return 'UNCHANGED';
  const cell = table[command][alarm.state];
  if (cell === 'CONFLICT') return 'AlarmStateConflict';
  const isInCell = command === 'raise' ? mayRaise : isAlerted;
  if (!isInCell) return 'Forbidden';
  return cell === 'UNCHANGED' ? 'UNCHANGED' : 'ALLOWED';
}

/** Commands that would change the alarm if this person ran them now. */
export const allowedAlarmCommands = (
  alarm: Parameters<typeof alarmVerdict>[1],
  viewer: AlarmViewer,
  now: Date,
): AlarmCommand[] => alarmCommands.filter((command) => alarmVerdict(command, alarm, viewer, now) === 'ALLOWED');
