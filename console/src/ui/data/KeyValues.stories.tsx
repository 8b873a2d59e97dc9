import type { Meta, StoryObj } from '@storybook/react-vite';
import { KeyValues } from './KeyValues.tsx';

const meta = {
  component: KeyValues,
  args: {
    items: [
      { term: 'When', value: 'Tuesday 17 November 2026, 06:40 MST' },
      { term: 'Where', value: 'Acheson Yard, Alberta' },
      { term: 'Reported by', value: 'Marta Kowalczyk' },
      { term: 'Reporting group', value: 'Warehouse and yard' },
    ],
  },
} satisfies Meta<typeof KeyValues>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Facts: Story = {};
export const Rows: Story = { args: { layout: 'rows' } };
