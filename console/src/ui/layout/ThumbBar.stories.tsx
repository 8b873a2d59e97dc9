import type { Meta, StoryObj } from '@storybook/react-vite';
import { SavedLine } from '../inputs/DraftForm.tsx';
import { SubmitButton } from '../inputs/SubmitButton.tsx';
import { ThumbBar } from './ThumbBar.tsx';

const meta = {
  component: ThumbBar,
  args: {
    children: (
      <SubmitButton size="big" full>
        Report an injury…
      </SubmitButton>
    ),
  },
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
} satisfies Meta<typeof ThumbBar>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Seen on a phone alone. */
export const EndOfAForm: Story = { args: { note: <SavedLine status="Saved 14:02 on this device" silent /> } };
export const OfAList: Story = { args: { fixed: true } };
