import type { Meta, StoryObj } from '@storybook/react-vite';
import { RefetchIndicator } from './RefetchIndicator.tsx';

const meta = {
  component: RefetchIndicator,
  args: { children: <p>148 events match. The newest one is 1051, reported today at 09:14.</p> },
} satisfies Meta<typeof RefetchIndicator>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Refetching: Story = { args: { isSettling: true } };
export const Settled: Story = { args: { isSettling: false } };
