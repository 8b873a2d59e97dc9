import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { AnchorTo } from './AnchorTo.tsx';
import css from '../data/Filters.module.css';

export interface PanelPopoverProps {
  /** The panel's own id is `${id}-dropdown`. */
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button that the panel is attached to. */
  button: RefObject<HTMLElement | null>;
  label: string;
  width: number;
  children: ReactNode;
}

/** The panel of a filter. */
export function PanelPopover({ id, opened, onChange, button, label, width, children }: PanelPopoverProps) {
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={onChange}
      position="bottom-start"
      offset={4}
      width={width}
      trapFocus
      returnFocus
      shadow={undefined}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.panel }}
    >
      <Popover.Target>
        <AnchorTo element={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
