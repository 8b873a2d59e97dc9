import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { AnchorTo } from './AnchorTo.tsx';
import css from './Menu.module.css';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** The address it links to; otherwise `onSelect` is called. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  chosen?: boolean;
}

export interface MenuPopoverProps {
  /** The menu's own id is `${id}-dropdown`. */
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button that the menu is attached to. */
  button: RefObject<HTMLElement | null>;
  label: string;
  entries: readonly MenuEntry[];
}

/** The entries of a menu, in a popover. */
export function MenuPopover({ id, opened, onChange, button, label, entries }: MenuPopoverProps) {
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      offset={4}
      shadow={undefined}
      transitionProps={{ duration: 0 }}
      // A menu holds nothing but its entries, so the first of them takes the focus.
      withInitialFocusPlaceholder={false}
      // Stays within the landmark of its button.
      portalProps={{ target: button.current?.closest('main') ?? undefined }}
      classNames={{ dropdown: css.dropdown, item: css.item }}
    >
      <Menu.Target>
        <AnchorTo element={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {entries.map(({ label: words, icon, to, onSelect, danger, chosen }) => {
          const shared = {
            leftSection: icon,
            className: [danger && css.danger, chosen && css.chosen].filter(Boolean).join(' '),
          };
          return to ? (
            <Menu.Item key={words} {...shared} component={Link} to={to}>
              {words}
            </Menu.Item>
          ) : (
            <Menu.Item key={words} {...shared} onClick={onSelect}>
              {words}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
