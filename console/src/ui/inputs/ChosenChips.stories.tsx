import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { ChosenChips } from './ChosenChips.tsx';

const meta = { component: ChosenChips, args: { many: 'worksites', onRemove: fn() } } satisfies Meta<typeof ChosenChips>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Some: Story = {
  args: {
    options: [
      { value: 'acheson', label: 'Acheson Yard' },
      { value: 'fsj', label: 'Fort St. John' },
      { value: 'karratha', label: 'Karratha Depot' },
    ],
  },
};

export const None: Story = { args: { options: [] } };
