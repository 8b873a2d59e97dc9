import type { Meta, StoryObj } from '@storybook/react-vite';
import { HistoryList } from './HistoryList.tsx';

const meta = { component: HistoryList } satisfies Meta<typeof HistoryList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfAnEvent: Story = {
  args: {
    entries: [
      {
        revision: 3,
        when: '18 Nov, 15:57',
        at: '2026-11-18T22:57:00Z',
        what: 'Daniel Okafor returned it',
        comment: 'Which hoist was in use at the other bay?',
        seal: '9f31c0ab',
      },
      {
        revision: 2,
        when: '17 Nov, 09:12',
        at: '2026-11-17T16:12:00Z',
        what: 'Marta Kowalczyk changed it',
        changes: [
          { field: 'Where did it happen?', from: 'Acheson Yard', to: 'Acheson Yard, bay 3' },
          { field: 'Signature', to: 'Marta Kowalczyk' },
        ],
        seal: '4be27d10',
        selected: true,
      },
      {
        revision: 1,
        when: '17 Nov, 07:05',
        at: '2026-11-17T14:05:00Z',
        what: 'Marta Kowalczyk reported it',
        seal: '07a5d9e2',
      },
    ],
  },
};

export const OfAnotherRecord: Story = {
  args: {
    entries: [
      {
        key: 12,
        revision: null,
        when: '24 Nov, 08:00',
        at: '2026-11-24T15:00:00Z',
        what: 'Sam Whitford completed “Grit the path every morning below 2 °C”',
        seal: 'c8810f4d',
      },
    ],
  },
};
