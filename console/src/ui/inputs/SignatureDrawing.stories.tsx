import type { Meta, StoryObj } from '@storybook/react-vite';
import { SignatureDrawing } from './SignatureDrawing.tsx';

const meta = { component: SignatureDrawing } satisfies Meta<typeof SignatureDrawing>;
export default meta;

export const Signed: StoryObj<typeof meta> = {
  args: {
    name: 'Marta Kowalczyk',
    box: '0 0 300 90',
    path: 'M20 70C24 40 30 20 36 18S44 60 50 62 58 20 66 18 70 68 78 66 92 44 100 46 96 66 108 64 120 40 126 44 128 64 140 60 150 42 160 46 170 62 184 56 200 44 214 50 240 58 280 40',
  },
};
