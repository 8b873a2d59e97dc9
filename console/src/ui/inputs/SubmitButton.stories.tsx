import { IconDeviceFloppy } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { SubmitButton } from './SubmitButton.tsx';

const meta = { component: SubmitButton, args: { children: 'Save changes' } } satisfies Meta<typeof SubmitButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { args: { leading: <IconDeviceFloppy size={20} aria-hidden /> } };

/** The spinner comes after 400 ms. */
export const Busy: Story = {
  args: { busy: true },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button');
    await waitFor(() => expect(button.querySelector('[aria-hidden]')).not.toBeNull());
  },
};

export const Danger: Story = { args: { variant: 'dangerPrimary', children: 'Delete event 1048' } };
