import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Alerts } from './Alerts.tsx';

const meta = { component: Alerts, args: { onClose: fn(), onHold: fn() } } satisfies Meta<typeof Alerts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {
  args: { alerts: [{ id: 'copied', type: 'success', title: 'Link to event 1048 copied' }] },
};

export const Warning: Story = {
  args: {
    alerts: [
      {
        id: 'not-copied',
        type: 'warning',
        title: 'This browser copied nothing',
        subtitle: 'Select it and copy it by hand.',
      },
    ],
  },
};

export const ErrorWithAction: Story = {
  args: {
    alerts: [
      {
        id: 'refused',
        type: 'error',
        title: 'Event 1048 was not approved',
        subtitle: 'Daniel Okafor changed it at 15:57.',
        action: { label: 'Show what changed', onPress: fn() },
      },
    ],
  },
};

export const Several: Story = {
  args: {
    alerts: [
      { id: 'sent', type: 'success', title: 'Event 1051 reported' },
      { id: 'kept', type: 'warning', title: 'One report waits on this device', subtitle: 'It is sent with a signal.' },
    ],
  },
};
