import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { FirstFieldFocus, InitialFocus } from './InitialFocus.tsx';
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

/** The focus of a page starts at the first field. */
export const OfAPage: StoryObj<typeof FirstFieldFocus> = {
  render: () => (
    <FirstFieldFocus>
      <TextField name="name" label="Name of the worksite" />
      <TextField name="address" label="Address" />
    </FirstFieldFocus>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByLabelText('Name of the worksite')).toHaveFocus());
  },
};
