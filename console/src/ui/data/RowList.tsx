import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './RowList.module.css';

interface RowProps {
  icon?: Icon;
  /** Stands in the place of the icon: a photo. */
  picture?: ReactNode;
  /** What it is called, in small above it. */
  over?: string;
  title: ReactNode;
  badge?: ReactNode;
  /** One muted line below it. */
  under?: ReactNode;
  /** What can be done with it; each button says with what. */
  actions?: ReactNode;
}

/** Things below each other, each with what can be done with it: beside it, or below where there is no room. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  );
}

export function Row({ icon: Icon, picture, over, title, badge, under, actions }: RowProps) {
  return (
    <li className={css.row}>
      {picture}
      {Icon && <Icon className={css.icon} size={24} aria-hidden />}
      <div className={css.words}>
        {over && <span className={css.small}>{over}</span>}
        <span className={css.title}>
          {title}
          {badge}
        </span>
        {under && <span className={css.small}>{under}</span>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </li>
  );
}
