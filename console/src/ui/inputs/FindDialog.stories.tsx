import { IconFileText, IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { fn, screen } from 'storybook/test';
import { FindDialog, type FoundGroup } from './FindDialog.tsx';

const pages: FoundGroup = {
  id: 'pages',
  label: 'Pages and actions',
  options: [
    { id: 'dashboard', leading: <IconLayoutDashboard size={20} aria-hidden />, name: 'Dashboard', onChoose: fn() },
    { id: 'report', leading: <IconPlus size={20} aria-hidden />, name: 'Report an injury', onChoose: fn() },
  ],
};
const events: FoundGroup = {
  id: 'events',
  label: 'Events',
  options: [
    {
      id: '1048',
      leading: <IconFileText size={20} aria-hidden />,
      name: '1048 Slipped on ice between the office and the lunch trailer',
      hint: 'Acheson Yard, Alberta',
      aside: '17 Nov',
      onChoose: fn(),
    },
  ],
};

function Typing(props: ComponentProps<typeof FindDialog>) {
  const [typed, setTyped] = useState(props.typed);
  return <FindDialog {...props} typed={typed} onType={setTyped} />;
}

const meta = {
  component: FindDialog,
  args: {
    title: 'Search',
    label: 'Search for events, pages and actions',
    placeholder: 'Event, page or action',
    typed: 'ice',
    onType: fn(),
    maxLength: 200,
    groups: [pages, events],
    isSearching: false,
    searchingText: 'Searching events…',
    found: '1 of 148 events, 2 pages',
    emptyContent: null,
    onClose: fn(),
  },
  render: (args) => <Typing {...args} />,
  play: async () => {
    await screen.findByRole('dialog', { name: 'Search' });
  },
} satisfies Meta<typeof FindDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = {};

export const Searching: Story = {
  args: { groups: [pages, { ...events, isOld: true }], isSearching: true },
  play: async () => {
    await screen.findByText('Searching events…');
  },
};

export const Nothing: Story = {
  args: {
    typed: 'crane barge',
    groups: [],
    found: 'Nothing found',
    emptyContent: (
      <>
        <b>Nothing matches “crane barge”</b>
        Search by the number of an event, by words of what happened or where, or by the name of a page or an action.
      </>
    ),
  },
};

export const Failed: Story = {
  args: { groups: [pages], error: { text: 'Events could not be searched', onRetry: fn() } },
};
