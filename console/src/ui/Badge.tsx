import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleDot,
  IconCircleFilled,
  IconCircleMinus,
  IconClockExclamation,
  IconCornerUpLeft,
  IconEye,
  IconEyeCheck,
  IconFlag,
  IconLock,
  IconLockCheck,
  IconSignature,
  IconSquareFilled,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import css from './Badge.module.css';

const paint = (token: string) =>
  ({ '--badge-fg': `var(--${token}-fg)`, '--badge-bg': `var(--${token}-bg)`, '--badge-line': `var(--${token}-line)` }) as CSSProperties;

export type BadgeState = 'REPORTED' | 'RETURNED' | 'REVIEW_REQUESTED' | 'REVIEWED' | 'APPROVAL_REQUESTED' | 'APPROVED' | 'CLOSED' | 'DELETED';

const states: Record<BadgeState, { word: string; icon: Icon; token: string }> = {
  REPORTED: { word: 'Reported', icon: IconFlag, token: 'st-reported' },
  RETURNED: { word: 'Returned', icon: IconCornerUpLeft, token: 'st-returned' },
  REVIEW_REQUESTED: { word: 'Review requested', icon: IconEye, token: 'st-waiting' },
  REVIEWED: { word: 'Reviewed', icon: IconEyeCheck, token: 'st-reviewed' },
  APPROVAL_REQUESTED: { word: 'Approval requested', icon: IconSignature, token: 'st-waiting' },
  APPROVED: { word: 'Approved', icon: IconLockCheck, token: 'st-approved' },
  CLOSED: { word: 'Closed', icon: IconLock, token: 'st-approved' },
  DELETED: { word: 'Deleted', icon: IconTrash, token: 'st-reported' },
};

/** The word of a state, as badges, filters and sentences have it. */
export const stateWord = (state: BadgeState): string => states[state].word;

/** Where an incident stands: a fill with a line when somebody must act, a fill when it stands, a line alone when it is closed. */
export function StateBadge({ state }: { state: BadgeState }) {
  const { word, icon: Icon, token } = states[state];
  return (
    <span className={css.badge} style={paint(token)}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}

export type BadgeBand = 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'EXTREME';

const bands: Record<BadgeBand, { word: string; icon: Icon; token: string }> = {
  NONE: { word: 'None', icon: IconCircleMinus, token: 'rk-none' },
  LOW: { word: 'Low', icon: IconCircleFilled, token: 'rk-low' },
  MEDIUM: { word: 'Medium', icon: IconSquareFilled, token: 'rk-medium' },
  HIGH: { word: 'High', icon: IconAlertTriangleFilled, token: 'rk-high' },
  EXTREME: { word: 'Extreme', icon: IconAlertOctagonFilled, token: 'rk-extreme' },
};

export const bandWord = (band: BadgeBand): string => bands[band].word;

interface RiskBadgeProps {
  band: BadgeBand | null;
  score?: number | null;
  severity?: number | null;
  likelihood?: number | null;
}

/** The risk band with its score; the tooltip says where the score comes from. Without a band: "Not rated". */
export function RiskBadge({ band, score, severity, likelihood }: RiskBadgeProps) {
  if (!band) return <span className={css.unrated}>Not rated</span>;
  const { word, icon: Icon, token } = bands[band];
  const origin = severity != null && likelihood != null ? `severity ${severity} × likelihood ${likelihood}` : undefined;
  return (
    <span className={css.badge} style={paint(token)} title={origin}>
      <Icon size={16} aria-hidden />
      {word}
      {score != null && <span className={css.score}>{score}</span>}
    </span>
  );
}

/** Overdue in red or open in green, with its icon. */
export function Due({ overdue, children }: { overdue: boolean; children?: ReactNode }) {
  const Icon = overdue ? IconClockExclamation : IconCircleDot;
  return (
    <span className={[css.due, overdue && css.over].filter(Boolean).join(' ')}>
      <Icon size={16} aria-hidden />
      {children ?? (overdue ? 'Overdue' : 'Open')}
    </span>
  );
}

/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toUpperCase();
}

/** A person's initials. The name stands beside it, so that it is not read twice. */
export function Avatar({ name, strong }: { name: string; strong?: boolean }) {
  return (
    <i className={[css.avatar, strong && css.strong].filter(Boolean).join(' ')} aria-hidden="true">
      {initialsOf(name)}
    </i>
  );
}
