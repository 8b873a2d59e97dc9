import type { Meta, StoryObj } from '@storybook/react-vite';
import { Pager } from './Pager.tsx';

const meta = {
  component: Pager,
  args: { page: 7, pageSize: 20, total: 1_048, hrefFor: (page) => `/events/list/${page}` },
} satisfies Meta<typeof Pager>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Middle: Story = {};
export const First: Story = { args: { page: 1 } };
export const OnePage: Story = { args: { page: 1, total: 12 } };
