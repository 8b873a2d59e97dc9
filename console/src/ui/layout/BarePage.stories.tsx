import type { Meta, StoryObj } from '@storybook/react-vite';
import { FailedState } from '../feedback/States.tsx';
import { BarePage } from './BarePage.tsx';

const meta = { component: BarePage, parameters: { layout: 'fullscreen' } } satisfies Meta<typeof BarePage>;
export default meta;

export const WithoutRouter: StoryObj<typeof meta> = {
  args: {
    children: <FailedState page text="Plimsoll could not be loaded. Please check your internet connection." />,
  },
};
