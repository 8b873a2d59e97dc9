import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './Banner.module.css';

export type Tone = 'info' | 'warning' | 'danger' | 'success';

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconAlertCircle, success: IconCircleCheck };

/** A line that stays until its cause is gone, with one action. */
export function Banner({
  tone = 'info',
  children,
  action,
  live,
}: {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  live?: boolean;
}) {
  const Icon = icons[tone];
  return (
    <div
      className={[css.banner, tone !== 'info' && css[tone]].filter(Boolean).join(' ')}
      role={live ? 'status' : undefined}
    >
      <Icon size={22} aria-hidden />
      <div className={css.words}>{children}</div>
      {action}
    </div>
  );
}
