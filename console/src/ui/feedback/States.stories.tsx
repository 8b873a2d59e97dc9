import { IconMailCheck } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Button, ButtonLink } from '../inputs/Button.tsx';
import {
  EmptyState,
  FailedState,
  FilteredState,
  ForbiddenState,
  MessageState,
  NoSuchPage,
  NotFoundState,
  Skeleton,
} from './States.tsx';

const meta = { component: EmptyState } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <EmptyState
      title="No events yet"
      text="What your crews report appears here, newest first."
      action={
        <ButtonLink variant="primary" to="/events/add">
          Report an event
        </ButtonLink>
      }
    />
  ),
};

export const Filtered: Story = {
  render: () => (
    <FilteredState title="Nothing matches “hoist”" text="These filters are on too: worksite and date." onClear={fn()} />
  ),
};

export const Forbidden: Story = {
  render: () => <ForbiddenState text="We don't think you're allowed to see this." to="/dashboard" />,
};

export const Failed: Story = {
  render: () => (
    <FailedState text="Something went wrong. Please check your internet connection and try again..." onRetry={fn()} />
  ),
};

export const NotFound: Story = {
  render: () => <NotFoundState action={<ButtonLink to="/dashboard">Go to dashboard</ButtonLink>} />,
};

export const BehindTheLastPage: Story = {
  render: () => <NoSuchPage page={9} last={4} first="/events/list/1" />,
};

export const Message: Story = {
  render: () => (
    <MessageState
      icon={IconMailCheck}
      title="Check your mail"
      text="We sent a link to sam@northline.example. It is good for 24 hours."
      action={<Button>Send it again</Button>}
    />
  ),
};

export const Loading: Story = { render: () => <Skeleton /> };
