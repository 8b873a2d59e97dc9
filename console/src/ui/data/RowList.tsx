import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './RowList.module.css';

interface RowProps {
  icon?: Icon;
  /** A photo, instead of the icon. */
  picture?: ReactNode;
  /** A small label above the title. */
  over?: string;
  title: ReactNode;
  badge?: ReactNode;
  /** One muted line below the title. */
  under?: ReactNode;
  /** Actions; the label of each button names the row. */
  actions?: ReactNode;
}

/** A list of rows with actions: beside each row, or below it on a narrow screen. */
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
