import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import { QueryView } from './QueryView.tsx';

type Query = ComponentProps<typeof QueryView<string>>['query'];

const waiting: Query = {
  data: undefined,
  error: null,
  isPending: true,
  isPlaceholderData: false,
  refetch: fn(async () => ({}) as never),
};
const refused = (status: number, message: string): Query => ({
  ...waiting,
  isPending: false,
  error: Object.assign(new Error(message), { status }),
});

const meta = {
  component: QueryView<string>,
  args: { children: (words) => <p>{words}</p>, home: '/dashboard' },
} satisfies Meta<typeof QueryView<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The skeleton comes after 200 ms. */
export const Waiting: Story = {
  args: { query: waiting },
  play: async ({ canvas }) => {
    const loading = canvas.getByRole('status');
    await waitFor(() => expect(loading.childElementCount).toBeGreaterThan(1));
  },
};

export const There: Story = {
  args: { query: { ...waiting, isPending: false, data: '148 events, the newest reported today at 09:14' } },
};

export const NextPageOnItsWay: Story = {
  args: {
    query: { ...waiting, isPending: false, isPlaceholderData: true, data: 'Events 21 to 40 of 148' },
  },
};

export const Failed: Story = {
  args: { query: refused(0, 'Something went wrong. Please check your internet connection and try again...') },
};
export const Forbidden: Story = { args: { query: refused(403, "We don't think you're allowed to see this.") } };
export const NotFound: Story = { args: { query: refused(404, 'This event does not exist.') } };
