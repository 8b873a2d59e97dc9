import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Button } from '../inputs/Button.tsx';
import { TaskList } from './TaskList.tsx';

const meta = {
  component: TaskList,
  args: {
    onFollow: fn(),
    tasks: [
      {
        key: 'review',
        kind: 'REVIEW',
        to: '/events/1048',
        title: 'Review event 1048',
        record: 'Slipped on ice between the office and the lunch trailer',
        sub: 'With you for 2 days',
        overdue: true,
      },
      {
        key: 'action',
        kind: 'CORRECTIVE_ACTION',
        to: '/tasks/31',
        title: 'Grit the path every morning below 2 °C',
        record: 'Event 1048',
        sub: 'Due 24 November',
        overdue: false,
      },
      {
        key: 'month',
        kind: 'MONTHLY_REPORTING',
        to: '/settings/organization/reporting/2026-10',
        title: 'Enter the hours of October',
        overdue: false,
      },
    ],
  },
} satisfies Meta<typeof TaskList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Tasks: Story = {};
export const WithActions: Story = { args: { after: ({ title }) => <Button size="s">Remind me: {title}</Button> } };
