import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { fn } from 'storybook/test';
import { GroupedChoices } from './GroupedChoices.tsx';

const industries = [
  {
    title: 'Mining, quarrying, and oil and gas extraction',
    options: [
      { value: '211', label: 'Oil and gas extraction', code: '211' },
      { value: '213', label: 'Support activities for mining', code: '213' },
    ],
  },
  {
    title: 'Construction',
    options: [
      { value: '237', label: 'Heavy and civil engineering construction', code: '237' },
      { value: '238', label: 'Specialty trade contractors', code: '238' },
    ],
  },
];

function Choosing(props: ComponentProps<typeof GroupedChoices>) {
  const [value, setValue] = useState(props.value);
  return <GroupedChoices {...props} value={value} onChange={setValue} />;
}

const meta = {
  component: GroupedChoices,
  args: {
    label: 'Industries',
    hint: 'By name, NAICS code or sector.',
    groups: industries,
    noun: ['industry', 'industries'],
    value: [],
    onChange: fn(),
  },
  render: (args) => <Choosing {...args} />,
} satisfies Meta<typeof GroupedChoices>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoneChosen: Story = {};
export const SomeChosen: Story = { args: { value: ['211', '238'] } };
export const WithError: Story = { args: { error: 'Choose at least one industry' } };

export const OpenGroup: Story = {
  args: { value: ['211'] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText(/^Mining/));
    await canvas.findByRole('checkbox', { name: /Support activities/ });
  },
};

export const Searched: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'construction');
    await canvas.findByRole('checkbox', { name: /Heavy and civil/ });
  },
};

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'whaling');
    await canvas.findByText(/^No industry has/);
  },
};
