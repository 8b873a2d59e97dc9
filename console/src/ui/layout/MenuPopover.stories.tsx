import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef } from 'react';
import { fn, screen } from 'storybook/test';
import { Button } from '../inputs/Button.tsx';
import { MenuPopover, type MenuPopoverProps } from './MenuPopover.tsx';

function BesideButton(props: Omit<MenuPopoverProps, 'button'>) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button}>{props.label}</Button>
      <MenuPopover {...props} button={button} />
    </>
  );
}

const meta = { component: MenuPopover } satisfies Meta;
export default meta;

/** What a `Menu` loads when it is opened; screens use that. */
export const Open: StoryObj = {
  render: () => (
    <BesideButton
      id="export"
      opened
      onChange={fn()}
      label="Export"
      entries={[
        { label: 'As CSV', onSelect: fn() },
        { label: 'As a spreadsheet', onSelect: fn() },
      ]}
    />
  ),
  play: async () => {
    await screen.findByRole('menuitem', { name: 'As CSV' });
  },
};
