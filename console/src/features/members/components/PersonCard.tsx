import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/feedback/Badge.tsx';
import css from './People.module.css';

interface PersonCardProps {
  name: string;
  /** Replaces the name as the visible text. */
  shown?: string;
  photo?: string | null;
  to?: string;
  /** Muted lines below the name. */
  lines: readonly (string | false | null | undefined)[];
  badges?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Card of a person, used on phones. */
export function PersonCard({ name, shown = name, photo, to, lines, badges, children, actions }: PersonCardProps) {
  return (
    <div className={css.card}>
      <Avatar name={name} photo={photo} />
      <div>
        {to ? (
          <Link className={css.name} to={to}>
            {shown}
          </Link>
        ) : (
          <span className={css.name}>{shown}</span>
        )}
        {lines.map(
          (line) =>
            line && (
              <span key={line} className={css.small}>
                {line}
              </span>
            ),
        )}
        {children}
        {badges && <div className={css.badges}>{badges}</div>}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}

/** Buttons at the end of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;

/** Placeholder of an empty cell. */
export const Nothing = ({ children = 'None' }: { children?: ReactNode }) => (
  <span className={css.none}>{children}</span>
);

/** Message of a person, verbatim. */
export const Message = ({ children }: { children: string }) => (
  <span className={css.message} title={children}>
    {children}
  </span>
);
