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
  ({
    '--badge-fg': `var(--${token}-fg)`,
    '--badge-bg': `var(--${token}-bg)`,
    '--badge-line': `var(--${token}-line)`,
  }) as CSSProperties;

export type BadgeState =
  | 'REPORTED'
  | 'RETURNED'
  | 'REVIEW_REQUESTED'
  | 'REVIEWED'
  | 'APPROVAL_REQUESTED'
  | 'APPROVED'
  | 'CLOSED'
  | 'DELETED';

const states: Record<BadgeState, { icon: Icon; token: string }> = {
  REPORTED: { icon: IconFlag, token: 'st-reported' },
  RETURNED: { icon: IconCornerUpLeft, token: 'st-returned' },
  REVIEW_REQUESTED: { icon: IconEye, token: 'st-waiting' },
  REVIEWED: { icon: IconEyeCheck, token: 'st-reviewed' },
  APPROVAL_REQUESTED: { icon: IconSignature, token: 'st-waiting' },
  APPROVED: { icon: IconLockCheck, token: 'st-approved' },
  CLOSED: { icon: IconLock, token: 'st-approved' },
  DELETED: { icon: IconTrash, token: 'st-reported' },
};

/**
 * The state of an incident: filled with an outline if someone must act, filled if it is settled, outlined only if it is
 * closed.
 */
export function StateBadge({ state, word }: { state: BadgeState; word: string }) {
  const { icon: Icon, token } = states[state];
  return (
    <span className={css.badge} style={paint(token)}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}

const tones = { plain: 'st-reported', good: 'st-approved', asks: 'st-returned' } as const;

/** A label on a record: `plain`, positive, or for something that needs action. */
export function Badge({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  tone?: keyof typeof tones;
  icon?: Icon;
  children: ReactNode;
}) {
  return (
    <span className={css.badge} style={paint(tones[tone])}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </span>
  );
}

export type BadgeBand = 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'EXTREME';

const bands: Record<BadgeBand, { icon: Icon; token: string }> = {
  NONE: { icon: IconCircleMinus, token: 'rk-none' },
  LOW: { icon: IconCircleFilled, token: 'rk-low' },
  MEDIUM: { icon: IconSquareFilled, token: 'rk-medium' },
  HIGH: { icon: IconAlertTriangleFilled, token: 'rk-high' },
  EXTREME: { icon: IconAlertOctagonFilled, token: 'rk-extreme' },
};

interface RiskBadgeProps {
  band: BadgeBand | null;
  /** Labels of the bands. */
  words: Readonly<Record<BadgeBand, string>>;
  score?: number | null;
  severity?: number | null;
  likelihood?: number | null;
}

/** The risk band with its score; the tooltip explains the score. Without a band: "Not rated". */
export function RiskBadge({ band, words, score, severity, likelihood }: RiskBadgeProps) {
  if (!band) return <span className={css.unrated}>Not rated</span>;
  const { icon: Icon, token } = bands[band];
  const origin = severity != null && likelihood != null ? `severity ${severity} × likelihood ${likelihood}` : undefined;
  return (
    <span className={css.badge} style={paint(token)} title={origin}>
      <Icon size={16} aria-hidden />
      {words[band]}
      {score != null && <span className={css.score}>{score}</span>}
    </span>
  );
}

/** A due date's status: overdue in red or open in green, with its icon. */
export function Due({ overdue, children }: { overdue: boolean; children?: ReactNode }) {
  const Icon = overdue ? IconClockExclamation : IconCircleDot;
  return (
    <span className={[css.due, overdue && css.over].filter(Boolean).join(' ')}>
      <Icon size={16} aria-hidden />
      {children ?? (overdue ? 'Overdue' : 'Open')}
    </span>
  );
}

/** The initials of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toUpperCase();
}

/** A person's photo, or their initials. Hidden from screen readers, since the name is shown next to it. */
export function Avatar({
  name,
  strong,
  photo,
  large,
}: {
  name: string;
  strong?: boolean;
  photo?: string | null | undefined;
  large?: boolean;
}) {
  const size = large ? css.large : undefined;
  if (photo) return <img className={[css.avatar, size].filter(Boolean).join(' ')} src={photo} alt="" />;
  return (
    <i className={[css.avatar, strong && css.strong, size].filter(Boolean).join(' ')} aria-hidden="true">
      {initialsOf(name)}
    </i>
  );
}
