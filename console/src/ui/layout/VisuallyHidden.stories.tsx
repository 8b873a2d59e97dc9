import { IconTable } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { HiddenOnPhone, SkipLink, VisuallyHidden } from './VisuallyHidden.tsx';

const meta = { component: VisuallyHidden } satisfies Meta;
export default meta;
type Story = StoryObj;

export const ForScreenReaders: Story = {
  render: () => (
    <Button>
      Edit <VisuallyHidden>the answer to “Where did it happen?”</VisuallyHidden>
    </Button>
  ),
};

export const WordsOnDesktop: Story = {
  render: () => (
    <Button variant="view" size="s" leading={<IconTable size={20} aria-hidden />}>
      <HiddenOnPhone>View as table</HiddenOnPhone>
    </Button>
  ),
};

/** Seen once it has the focus. */
export const SkipToContent: Story = {
  render: () => (
    <>
      <SkipLink />
      <main id="main">148 events in this year</main>
    </>
  ),
  play: async ({ userEvent }) => {
    await userEvent.tab();
  },
};
