import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { fn } from 'storybook/test';
import { SelectField } from './SelectField.tsx';

function Choosing(props: ComponentProps<typeof SelectField>) {
  const [value, setValue] = useState(props.value);
  return <SelectField {...props} value={value} onChange={setValue} />;
}

const meta = {
  component: SelectField,
  args: {
    label: 'Reviewer',
    options: [
      { value: 'daniel', label: 'Daniel Okafor', hint: 'Fort St. John' },
      { value: 'mei', label: 'Mei Tanaka', hint: 'Karratha Depot' },
    ],
    value: null,
    onChange: fn(),
  },
  render: (args) => <Choosing {...args} />,
} satisfies Meta<typeof SelectField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingChosen: Story = {};
export const Chosen: Story = { args: { value: 'mei' } };
export const WithError: Story = { args: { error: 'Reviewer is required' } };
export const Disabled: Story = { args: { value: 'daniel', disabled: true, hint: 'Chosen by the form.' } };
export const Question: Story = { args: { question: true, label: 'Who reviews it?' } };
