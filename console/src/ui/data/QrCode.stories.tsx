import type { Meta, StoryObj } from '@storybook/react-vite';
import { QrCode } from './QrCode.tsx';

const meta = { component: QrCode } satisfies Meta<typeof QrCode>;
export default meta;

export const Poster: StoryObj<typeof meta> = {
  args: {
    text: 'https://plimsoll.example/events/add?quick=true&worksite=acheson',
    label: 'QR code that opens a quick report at Acheson Yard',
    className: '',
  },
  render: (args) => (
    <div style={{ width: 200 }}>
      <QrCode {...args} />
    </div>
  ),
};
