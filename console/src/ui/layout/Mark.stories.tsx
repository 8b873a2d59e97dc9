import type { Meta, StoryObj } from '@storybook/react-vite';
import { Mark, Wordmark } from './Mark.tsx';

const meta = { component: Mark } satisfies Meta<typeof Mark>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TextCut: Story = { args: { height: 24 } };
export const PaintedCut: Story = { args: { height: 96 } };
export const WithName: Story = { render: ({ height }) => <Wordmark height={height} />, args: { height: 32 } };
