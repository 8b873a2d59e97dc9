import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner } from './Spinner.tsx';

const meta = { component: Spinner } satisfies Meta<typeof Spinner>;
export default meta;

export const BesideWords: StoryObj<typeof meta> = {
  render: () => (
    <p style={{ display: 'flex', alignItems: 'center', gap: 'var(--s2)' }}>
      <Spinner /> Uploading photo 2 of 3
    </p>
  ),
};
