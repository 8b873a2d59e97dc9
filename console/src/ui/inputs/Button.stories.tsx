import { IconDownload, IconPencil, IconPlus, IconPrinter } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Button, ButtonLink, IconButton } from './Button.tsx';

const meta = { component: Button, args: { children: 'Request review', onClick: fn() } } satisfies Meta<typeof Button>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Secondary: Story = {};
export const Primary: Story = { args: { variant: 'primary', children: 'Report an event' } };
export const Danger: Story = { args: { variant: 'danger', children: 'Delete event 1048…' } };
export const DangerPrimary: Story = { args: { variant: 'dangerPrimary', children: 'Delete event 1048' } };
export const Quiet: Story = { args: { variant: 'quiet', children: 'Show the history' } };
export const WithIcon: Story = { args: { leading: <IconDownload size={20} aria-hidden />, children: 'Download PDF' } };
/** A disabled one stays in the tab order. */
export const Disabled: Story = { args: { variant: 'primary', disabled: true, children: 'Approve event 1048' } };

/** 32, 40, 48 and 56 px high. */
export const Sizes: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: 'var(--s3)', justifyItems: 'start' }}>
      {(['s', 'm', 'l', 'big'] as const).map((size) => (
        <Button key={size} {...args} size={size} />
      ))}
    </div>
  ),
};

export const Link: Story = {
  render: () => (
    <ButtonLink variant="primary" to="/events/add" leading={<IconPlus size={20} aria-hidden />}>
      Report an event
    </ButtonLink>
  ),
};

export const Icons: Story = {
  render: () => (
    <>
      <IconButton label="Edit event 1048">
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <IconButton label="Print event 1048">
        <IconPrinter size={20} aria-hidden />
      </IconButton>
    </>
  ),
};
