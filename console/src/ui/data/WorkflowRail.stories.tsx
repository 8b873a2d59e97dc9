import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { WorkflowRail } from './WorkflowRail.tsx';

const reported = {
  key: 'reported',
  label: 'Reported',
  state: 'done',
  by: 'Marta Kowalczyk, 17 Nov, 07:05',
} as const;

const meta = { component: WorkflowRail } satisfies Meta<typeof WorkflowRail>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithYou: Story = {
  args: {
    steps: [
      reported,
      {
        key: 'review',
        label: 'Review',
        state: 'now',
        holder: { name: 'Priya Raman', words: 'With you', since: 'for 2 days' },
      },
      { key: 'approval', label: 'Approval', state: 'next' },
    ],
    primary: (
      <Button variant="primary" size="l" full>
        Review event 1048…
      </Button>
    ),
    secondary: <Button>Return event 1048…</Button>,
    consequence: 'Then it goes to Daniel Okafor for approval.',
  },
};

export const Closed: Story = {
  args: {
    steps: [
      reported,
      { key: 'review', label: 'Review', state: 'done', by: 'Priya Raman, 19 Nov, 11:30' },
      { key: 'approval', label: 'Approval', state: 'done', by: 'Daniel Okafor, 20 Nov, 08:12' },
    ],
  },
};
