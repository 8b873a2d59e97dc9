import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { InitialFocus } from './InitialFocus.tsx';
import { TextField } from './TextField.tsx';

const meta = { component: InitialFocus } satisfies Meta<typeof InitialFocus>;
export default meta;

/** Marks the first field for the focus trap of the dialog around it. */
export const FirstField: StoryObj<typeof meta> = {
  args: {
    children: (
      <>
        <TextField name="name" label="Name of the worksite" />
        <TextField name="address" label="Address" />
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Name of the worksite')).toHaveAttribute('data-autofocus');
  },
};
