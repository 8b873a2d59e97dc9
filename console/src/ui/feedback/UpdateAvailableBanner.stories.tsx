import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Newer, UpdateAvailableBanner } from './UpdateAvailableBanner.tsx';

const meta = { component: UpdateAvailableBanner } satisfies Meta<typeof UpdateAvailableBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OverThePage: Story = {
  args: {
    text: 'Daniel Okafor changed event 1048 at 15:57.',
    action: { label: 'Show the newest', onClick: fn() },
  },
};

export const BelowAList: Story = {
  args: { text: null },
  render: () => <Newer text="2 more tasks have come in." label="Show them" onClick={fn()} />,
};
