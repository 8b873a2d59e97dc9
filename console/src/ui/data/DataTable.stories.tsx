import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { fn } from 'storybook/test';
import { StateBadge, type BadgeState } from '../feedback/Badge.tsx';
import { BadgeCell, DataTable, PairCard, RecordCard, type DataColumn, type DataTableProps } from './DataTable.tsx';

interface Incident {
  number: number;
  heading: string;
  place: string;
  when: string;
  state: BadgeState;
  stateWord: string;
  holder?: string;
}

const incidents: readonly Incident[] = [
  {
    number: 1051,
    heading: 'Left index finger caught between pipe and roller',
    place: 'Fort St. John, British Columbia',
    when: '26 Nov, 13:15',
    state: 'REPORTED',
    stateWord: 'Reported',
  },
  {
    number: 1048,
    heading: 'Slipped on ice between the office and the lunch trailer',
    place: 'Acheson Yard, Alberta',
    when: '17 Nov, 06:40',
    state: 'REVIEW_REQUESTED',
    stateWord: 'Review requested',
    holder: 'with Daniel for 2 days',
  },
  {
    number: 1031,
    heading: 'Strained lower back lifting a valve actuator off the truck bed',
    place: 'Midland Shop, Texas',
    when: '2 Nov, 10:05',
    state: 'APPROVED',
    stateWord: 'Approved',
  },
];

const columns: readonly DataColumn<Incident>[] = [
  { id: 'number', header: 'No.', cell: ({ number }) => number, width: 72, align: 'right', sortKey: 'NUMBER' },
  { id: 'heading', header: 'What happened', cell: ({ heading }) => heading, primary: true, sub: ({ place }) => place },
  { id: 'when', header: 'When', cell: ({ when }) => when, width: 140, sortKey: 'OCCURRED' },
  {
    id: 'state',
    header: 'State',
    width: 220,
    cell: ({ state, stateWord, holder }) => (
      <BadgeCell badge={<StateBadge state={state} word={stateWord} />} under={holder} />
    ),
  },
];

const args: DataTableProps<Incident> = {
  caption: 'Events',
  columns,
  rows: incidents,
  rowKey: ({ number }) => String(number),
  rowHref: ({ number }) => `/events/${number}`,
};

function Choosing() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['1048']));
  return (
    <DataTable {...args} choice={{ chosen, onChoose: setChosen, nameOf: ({ number }) => `event ${number}` }} choosing />
  );
}

const meta = { component: DataTable } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Comfortable: Story = { render: () => <DataTable {...args} /> };
export const Compact: Story = { render: () => <DataTable {...args} density="compact" /> };
export const Sorted: Story = {
  render: () => <DataTable {...args} sort={{ key: 'OCCURRED', direction: 'DESCENDING' }} onSort={fn()} />,
};
export const WithChoice: Story = { render: () => <Choosing /> };

export const OnAPhone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
  render: () => <DataTable {...args} />,
};
export const ChoosingOnAPhone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
  render: () => <Choosing />,
};

/** What a row is on a phone. */
export const Card: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
  render: () => (
    <RecordCard
      to="/events/1048"
      meta="1048, Injury"
      when="17 Nov, 06:40"
      title="Slipped on ice between the office and the lunch trailer"
      place="Acheson Yard, Alberta"
      holder="with Daniel for 2 days"
      badges={<StateBadge state="REVIEW_REQUESTED" word="Review requested" />}
    />
  ),
};
export const FigureCard: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
  render: () => <PairCard to="/figures/2026-10" word="October 2026" figure="23,410 hours" />,
};
