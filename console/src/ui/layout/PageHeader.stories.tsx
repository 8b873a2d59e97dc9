import { IconPlus } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { StateBadge } from '../feedback/Badge.tsx';
import { Button, ButtonLink } from '../inputs/Button.tsx';
import { PageHeader } from './PageHeader.tsx';

const meta = { component: PageHeader } satisfies Meta<typeof PageHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const List: Story = {
  args: {
    title: 'Events',
    meta: '148 in this year',
    actions: (
      <ButtonLink variant="primary" to="/events/add" leading={<IconPlus size={20} aria-hidden />}>
        Report an event
      </ButtonLink>
    ),
  },
};

export const Record: Story = {
  args: {
    title: 'Slipped on ice between the office and the lunch trailer',
    names: 'Event 1048',
    badged: true,
    meta: (
      <>
        <StateBadge state="REVIEW_REQUESTED" word="Review requested" />
        Tuesday 17 November 2026, 06:40 MST
      </>
    ),
    crumbs: [{ label: 'Events', to: '/events/list/1' }, { label: 'Event 1048' }],
    besideCrumbs: <ButtonLink to="/events/1047">Event 1047</ButtonLink>,
    actions: <Button variant="primary">Review event 1048…</Button>,
  },
};

export const Form: Story = { args: { title: 'Report an injury', aside: 'Saved 14:02 to the server' } };
