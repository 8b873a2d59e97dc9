import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef } from 'react';
import { fn, screen } from 'storybook/test';
import { Button } from '../inputs/Button.tsx';
import { CheckboxField } from '../inputs/ChoiceField.tsx';
import { PanelPopover } from './PanelPopover.tsx';

function BesideButton() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button}>Worksite</Button>
      <PanelPopover id="worksite" opened onChange={fn()} button={button} label="Worksite" width={288}>
        <CheckboxField label="Acheson Yard" />
        <CheckboxField label="Fort St. John" />
      </PanelPopover>
    </>
  );
}

const meta = { component: PanelPopover } satisfies Meta;
export default meta;

/** What a `FilterPanel` loads when it is opened; screens use that. */
export const Open: StoryObj = {
  render: () => <BesideButton />,
  play: async () => {
    await screen.findByRole('dialog', { name: 'Worksite' });
  },
};
