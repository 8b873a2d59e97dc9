import { IconHourglass } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { Avatar, Badge, Due, RiskBadge, StateBadge, type BadgeBand, type BadgeState } from './Badge.tsx';

const meta = { component: StateBadge } satisfies Meta;
export default meta;
type Story = StoryObj;

const stateWords: Record<BadgeState, string> = {
  REPORTED: 'Reported',
  RETURNED: 'Returned',
  REVIEW_REQUESTED: 'Review requested',
  REVIEWED: 'Reviewed',
  APPROVAL_REQUESTED: 'Approval requested',
  APPROVED: 'Approved',
  CLOSED: 'Closed',
  DELETED: 'Deleted',
};

const bandWords: Record<BadgeBand, string> = {
  NONE: 'None',
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  EXTREME: 'Extreme',
};

function Row({ children }: { children: ReactNode }) {
  return <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>{children}</div>;
}

export const States: Story = {
  render: () => (
    <Row>
      {(Object.keys(stateWords) as BadgeState[]).map((state) => (
        <StateBadge key={state} state={state} word={stateWords[state]} />
      ))}
    </Row>
  ),
};

export const RiskBands: Story = {
  render: () => (
    <Row>
      <RiskBadge band="NONE" words={bandWords} />
      <RiskBadge band="LOW" words={bandWords} score={2} severity={1} likelihood={2} />
      <RiskBadge band="MEDIUM" words={bandWords} score={6} severity={3} likelihood={2} />
      <RiskBadge band="HIGH" words={bandWords} score={12} severity={4} likelihood={3} />
      <RiskBadge band="EXTREME" words={bandWords} score={25} severity={5} likelihood={5} />
    </Row>
  ),
};

export const NotRated: Story = { render: () => <RiskBadge band={null} words={bandWords} /> };

export const Tones: Story = {
  render: () => (
    <Row>
      <Badge icon={IconHourglass}>Waits for its check</Badge>
      <Badge tone="good">Verified</Badge>
      <Badge tone="asks">Needs a reviewer</Badge>
    </Row>
  ),
};

export const OpenAndOverdue: Story = {
  render: () => (
    <Row>
      <Due overdue={false} />
      <Due overdue />
      <Due overdue>9 days overdue</Due>
    </Row>
  ),
};

export const People: Story = {
  render: () => (
    <Row>
      <Avatar name="Priya Raman" /> Priya Raman
      <Avatar name="Amélie Gagnon" strong /> Amélie Gagnon
      <Avatar name="Daniel Okafor" large /> Daniel Okafor
    </Row>
  ),
};
