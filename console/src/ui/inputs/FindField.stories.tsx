import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { fn } from 'storybook/test';
import { FindField } from './FindField.tsx';

const natures = [
  { value: '111', label: 'Fractures', code: '111' },
  { value: '123', label: 'Sprains, strains, tears', code: '123', hint: 'Of muscles, tendons and ligaments' },
  { value: '132', label: 'Cuts, lacerations', code: '132' },
  { value: '143', label: 'Bruises, contusions', code: '143' },
  { value: '152', label: 'Heat burns, scalds', code: '152', hint: 'By steam, liquids or hot surfaces' },
];

function Finding(props: ComponentProps<typeof FindField>) {
  const [value, setValue] = useState(props.value);
  return <FindField {...props} value={value} onChange={setValue} />;
}

const meta = {
  component: FindField,
  args: { label: 'Nature of the injury', options: natures, value: '', onChange: fn() },
  render: (args) => <Finding {...args} />,
} satisfies Meta<typeof FindField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Chosen: Story = { args: { value: '123' } };
export const WithError: Story = { args: { error: 'Nature of the injury is required' } };

export const Found: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 's');
    await canvas.findByRole('option', { name: /Sprains/ });
  },
};

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'frostbite');
    await canvas.findByRole('option', { name: 'Nothing found' });
  },
};

export const Loading: Story = {
  args: { options: [], loading: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'));
    await canvas.findByRole('option', { name: 'Loading…' });
  },
};
