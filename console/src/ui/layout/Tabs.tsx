import { NavLink } from 'react-router';
import css from './Tabs.module.css';

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** Active only at this exact address, not below it. */
  end?: boolean;
}

/** Tabs of a record, each with its own address. */
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
