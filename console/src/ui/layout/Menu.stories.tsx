import { IconChevronDown, IconDownload, IconTrash } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { Menu } from './Menu.tsx';

const meta = {
  component: Menu,
  args: {
    label: 'More',
    button: { children: 'More', trailing: <IconChevronDown size={18} aria-hidden /> },
    entries: [
      { label: 'Show the history', to: '/events/1048/history' },
      { label: 'Download PDF', icon: <IconDownload size={18} aria-hidden />, onSelect: fn() },
      { label: 'Delete event 1048…', icon: <IconTrash size={18} aria-hidden />, danger: true, onSelect: fn() },
    ],
  },
} satisfies Meta<typeof Menu>;
export default meta;
type Story = StoryObj<typeof meta>;

const open: Story['play'] = async ({ canvas, userEvent, args }) => {
  await userEvent.click(canvas.getByRole('button'));
  const first = await screen.findByRole('menuitem', { name: args.entries[0]!.label });
  await waitFor(() => expect(first).toHaveFocus());
};

export const Closed: Story = {};
export const Open: Story = { play: open };
export const WithChoice: Story = {
  args: {
    label: 'Sort by',
    button: { variant: 'view', size: 's', children: 'Newest first' },
    entries: [
      { label: 'Newest first', chosen: true, onSelect: fn() },
      { label: 'Oldest first', onSelect: fn() },
      { label: 'Highest risk first', onSelect: fn() },
    ],
  },
  play: open,
};
