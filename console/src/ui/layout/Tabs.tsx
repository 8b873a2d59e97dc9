import { NavLink } from 'react-router';
import css from './Tabs.module.css';

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** Only this very address, nothing below it. */
  end?: boolean;
}

/** Parts of a record, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end} preventScrollReset>
          {tab.label}
          {tab.count !== undefined && ` ${tab.count}`}
        </NavLink>
      ))}
    </nav>
  );
}
