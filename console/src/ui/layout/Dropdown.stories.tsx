import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { Dropdown, DropdownGroup } from './Dropdown.tsx';

const meta = {
  component: Dropdown,
  args: {
    label: 'Notifications',
    trigger: { children: 'Notifications' },
    children: (
      <div style={{ padding: 'var(--s4)' }}>
        <p>Daniel Okafor asked you to review event 1048.</p>
      </div>
    ),
  },
} satisfies Meta<typeof Dropdown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Notifications' }));
    await canvas.findByRole('region', { name: 'Notifications' });
  },
};

/** Opening one closes the other. */
export const Group: Story = {
  render: (args) => (
    <DropdownGroup>
      <Dropdown {...args} />
      <Dropdown label="Profile" trigger={{ children: 'Priya Raman' }}>
        {(close) => (
          <div style={{ padding: 'var(--s4)' }}>
            <Button onClick={close}>Sign out</Button>
          </div>
        )}
      </Dropdown>
    </DropdownGroup>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Notifications' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Priya Raman' }));
    await canvas.findByRole('button', { name: 'Sign out' });
  },
};
