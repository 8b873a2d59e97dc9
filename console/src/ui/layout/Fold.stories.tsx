import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextArea } from '../inputs/TextField.tsx';
import { Fold } from './Fold.tsx';

const actions = 'Cold pack, path gritted at once, sign put up.';

const meta = {
  component: Fold,
  args: {
    title: 'Immediate actions',
    isFilled: false,
    isAtError: false,
    children: <TextArea label="What was done on the spot, before anything else?" />,
  },
} satisfies Meta<typeof Fold>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

export const Filled: Story = {
  args: {
    isFilled: true,
    children: <TextArea label="What was done on the spot, before anything else?" defaultValue={actions} />,
  },
};

/** It cannot be folded while something in it is wrong. */
export const WithError: Story = {
  args: {
    isAtError: true,
    children: <TextArea label="What was done on the spot, before anything else?" error="At most 2,000 characters" />,
  },
};
