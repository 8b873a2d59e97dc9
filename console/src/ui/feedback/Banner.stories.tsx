import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { Banner } from './Banner.tsx';

const meta = { component: Banner } satisfies Meta<typeof Banner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = { args: { children: 'Your draft has been restored. It was last changed at 14:02.' } };

export const Warning: Story = {
  args: {
    tone: 'warning',
    children: 'This event has already been reviewed. Your changes mark it as changed since the review.',
  },
};

export const Danger: Story = {
  args: {
    tone: 'danger',
    children: 'The person who must act next has left. Name someone else.',
  },
};

export const Success: Story = {
  args: {
    tone: 'success',
    live: true,
    children: 'If somebody signed up with sam@northline.example, another mail is on its way.',
  },
};

export const WithAction: Story = {
  args: {
    tone: 'warning',
    children: 'You have 2 recovery codes left.',
    action: <Button>Make new codes…</Button>,
  },
};
