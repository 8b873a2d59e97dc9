import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as MantineMenu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import css from './Menu.module.css';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** Where it leads; otherwise what it does. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  chosen?: boolean;
}

/** A few more things to do, behind a button. */
export function Menu({ target, entries, label }: { target: ReactElement; entries: readonly MenuEntry[]; label: string }) {
  return (
    <MantineMenu position="bottom-end" offset={4} shadow={undefined} transitionProps={{ duration: 0 }} classNames={{ dropdown: css.dropdown, item: css.item }}>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>
        {entries.map(({ label: words, icon, to, onSelect, danger, chosen }) => {
          const shared = { leftSection: icon, className: [danger && css.danger, chosen && css.chosen].filter(Boolean).join(' ') };
          return to ? (
            <MantineMenu.Item key={words} {...shared} component={Link} to={to}>
              {words}
            </MantineMenu.Item>
          ) : (
            <MantineMenu.Item key={words} {...shared} onClick={onSelect}>
              {words}
            </MantineMenu.Item>
          );
        })}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
