import type { Meta, StoryObj } from '@storybook/react-vite';
import { DataTableSkeleton } from './DataTableSkeleton.tsx';

const meta = { component: DataTableSkeleton } satisfies Meta<typeof DataTableSkeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Comfortable: Story = { args: { rows: 5 } };
export const Compact: Story = { args: { rows: 5, density: 'compact' } };
