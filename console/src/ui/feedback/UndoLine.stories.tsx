import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { UndoLine } from './UndoLine.tsx';

const meta = { component: UndoLine } satisfies Meta<typeof UndoLine>;
export default meta;

export const PersonTakenOut: StoryObj<typeof meta> = {
  args: { children: 'Owen Castellane was taken out.', label: 'Undo: bring Owen Castellane back', onUndo: fn() },
};
