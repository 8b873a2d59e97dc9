import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { FoundChoices } from './FoundChoices.tsx';

const ice = { value: '1048', label: 'Slipped on ice between the office and the lunch trailer', code: '1048' };
const actuator = { value: '1031', label: 'Strained lower back lifting a valve actuator', code: '1031' };
const ankle = { value: '1022', label: 'Stepped off the tailgate and turned the left ankle', code: '1022' };

const meta = {
  component: FoundChoices,
  args: {
    name: 'events',
    label: 'Only these events',
    hint: 'By number or words. With none chosen, all events of what is chosen above.',
    optional: true,
    noun: ['event', 'events'],
    max: 50,
    chosen: [],
    found: null,
    typed: '',
    onType: fn(),
    onToggle: fn(),
  },
} satisfies Meta<typeof FoundChoices>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotSearched: Story = {};
export const Found: Story = {
  args: { typed: 'back', chosen: [ice], found: { options: [ice, actuator, ankle], count: 148 } },
};
export const NothingFound: Story = { args: { typed: 'crane barge', found: { options: [], count: 0 } } };
/** As many are chosen as may be: the others are disabled. */
export const Full: Story = {
  args: { max: 1, typed: 'back', chosen: [ice], found: { options: [ice, actuator, ankle], count: 3 } },
};
export const WithError: Story = { args: { error: 'Choose at most 50 events' } };
