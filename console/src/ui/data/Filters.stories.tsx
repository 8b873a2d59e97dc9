import { IconCalendar } from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { fn, screen } from 'storybook/test';
import { Button } from '../inputs/Button.tsx';
import { DateField } from '../inputs/TextField.tsx';
import { FilterBar, FilterMenu, FilterPanel, ListBar, SearchField } from './Filters.tsx';

const worksites = ['Acheson Yard', 'Fort St. John', 'Montney Pad 14', 'Karratha Depot', 'Midland Shop'].map((name) => ({
  value: name,
  label: name,
}));

function Worksites({ initial }: { initial: readonly string[] }) {
  const [selected, setSelected] = useState(initial);
  return <FilterMenu label="Worksite" options={worksites} selected={selected} onChange={setSelected} />;
}

function Searching() {
  const [text, setText] = useState('ice');
  return <SearchField label="Search events" value={text} onChange={setText} />;
}

const dates = (
  <FilterPanel label="Date" leading={<IconCalendar size={18} aria-hidden />}>
    <DateField label="From" defaultValue="2026-11-01" />
  </FilterPanel>
);

const meta = { component: FilterBar } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Bar: Story = {
  render: () => (
    <>
      <FilterBar search={<Searching />} active={1} onClear={fn()}>
        <Worksites initial={['Acheson Yard', 'Midland Shop']} />
        {dates}
      </FilterBar>
      <ListBar count="148 events match" onClear={fn()}>
        <Button variant="view" size="s">
          Newest first
        </Button>
      </ListBar>
    </>
  ),
};

/** Behind one button, in a sheet. */
export const SheetOnAPhone: Story = {
  ...Bar,
  tags: ['phone'],
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '1 filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Worksite: 2 of 5' }));
    await screen.findByRole('checkbox', { name: 'Montney Pad 14' });
  },
};

export const Off: Story = { render: () => <Worksites initial={[]} /> };
export const OneValue: Story = { render: () => <Worksites initial={['Acheson Yard']} /> };

export const OpenMenu: Story = {
  render: () => <Worksites initial={['Acheson Yard']} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await screen.findByRole('checkbox', { name: 'Montney Pad 14' });
  },
};

export const OpenPanel: Story = {
  render: () => dates,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await screen.findByLabelText('From');
  },
};
