import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn, screen } from 'storybook/test';
import { ModalWindow } from './ModalWindow.tsx';

const meta = { component: ModalWindow } satisfies Meta<typeof ModalWindow>;
export default meta;

/** The window of a `Dialog`; screens use that. */
export const Open: StoryObj<typeof meta> = {
  args: {
    opened: true,
    onClose: fn(),
    title: 'Certificate of destruction',
    width: 600,
    insists: false,
    children: <p>The data of one person were destroyed on 17 November 2026 at 06:40 MST.</p>,
  },
  play: async () => {
    await screen.findByRole('dialog', { name: 'Certificate of destruction' });
  },
};
