import type { Meta, StoryObj } from '@storybook/react-vite';
import { Tabs } from './Tabs.tsx';

const meta = { component: Tabs, parameters: { address: '/events/1048/tasks' } } satisfies Meta<typeof Tabs>;
export default meta;

export const OfAnEvent: StoryObj<typeof meta> = {
  args: {
    label: 'Event 1048',
    tabs: [
      { to: '/events/1048', label: 'Event', end: true },
      { to: '/events/1048/tasks', label: 'Corrective actions', count: 3 },
      { to: '/events/1048/history', label: 'History', count: 12 },
    ],
  },
};
