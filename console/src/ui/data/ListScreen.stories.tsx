import { useQuery } from '@tanstack/react-query';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn, waitFor, expect } from 'storybook/test';
import { ListScreen, type ListControls } from './ListScreen.tsx';
import { FilterMenu } from './Filters.tsx';

interface Worksite {
  name: string;
  region: string;
  phone: string;
}
interface Page {
  items: readonly Worksite[];
  totalCount: number;
}

const worksites: readonly Worksite[] = [
  { name: 'Acheson Yard', region: 'Alberta', phone: '780 555 0111' },
  { name: 'Fort St. John', region: 'British Columbia', phone: '250 555 0142' },
  { name: 'Karratha Depot', region: 'Western Australia', phone: '08 5550 0133' },
  { name: 'Midland Shop', region: 'Texas', phone: '432 555 0190' },
];

const order = { key: 'NAME', direction: 'ASCENDING', label: 'By name' } as const;

const list: ListControls = {
  page: 1,
  pageSize: 4,
  pageSizes: [4, 20],
  onPageSize: fn(),
  hrefFor: (page) => `/worksites/${page}`,
  active: [],
  text: '',
  onText: fn(),
  isFiltered: false,
  onClear: fn(),
  orders: [order, { key: 'NAME', direction: 'DESCENDING', label: 'By name, last first' }],
  order,
  onOrder: fn(),
};

interface ScreenProps {
  answer: () => Promise<Page>;
  controls?: Partial<ListControls>;
}

function Worksites({ answer, controls }: ScreenProps) {
  const query = useQuery({ queryKey: ['worksites'], queryFn: answer });
  return (
    <ListScreen
      title="Worksites"
      noun={['worksite', 'worksites']}
      list={{ ...list, ...controls }}
      query={query}
      search="Search worksites"
      filters={
        <FilterMenu
          label="Location"
          options={worksites.map(({ region }) => ({ value: region, label: region }))}
          selected={controls?.isFiltered ? ['Alberta'] : []}
          onChange={fn()}
        />
      }
      columns={[
        { id: 'name', header: 'Name', cell: ({ name }) => name, primary: true, sortKey: 'NAME' },
        { id: 'region', header: 'Location', cell: ({ region }) => region },
        { id: 'phone', header: 'In an emergency', cell: ({ phone }) => phone, width: 180 },
      ]}
      rowKey={({ name }) => name}
      rowHref={({ name }) => `/worksites/${encodeURIComponent(name)}`}
      add={{ label: 'Add a worksite', onClick: fn() }}
      emptyText="With worksites, a report names the place by one choice, and lists are narrowed by it."
      home="/dashboard"
    />
  );
}

const answered = (page: Page) => async () => page;
const refused = (status: number, message: string) => async (): Promise<Page> => {
  throw Object.assign(new Error(message), { status });
};

const meta = { component: ListScreen } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Full: Story = {
  render: () => <Worksites answer={answered({ items: worksites, totalCount: 11 })} />,
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Acheson Yard' });
  },
};

export const OnAPhone: Story = { ...Full, tags: ['phone'], globals: { viewport: { value: 'mobile1' } } };

export const Loading: Story = {
  render: () => <Worksites answer={() => new Promise(() => undefined)} />,
  play: async ({ canvas }) => {
    const loading = await canvas.findByText('Loading');
    await waitFor(() => expect(loading.parentElement!.childElementCount).toBeGreaterThan(1));
  },
};

export const FirstUse: Story = {
  render: () => <Worksites answer={answered({ items: [], totalCount: 0 })} />,
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'No worksites yet' });
  },
};

export const NothingMatches: Story = {
  render: () => (
    <Worksites
      answer={answered({ items: [], totalCount: 0 })}
      controls={{ isFiltered: true, text: 'harbour', active: ['location'] }}
    />
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Nothing matches “harbour”' });
  },
};

export const Failed: Story = {
  render: () => (
    <Worksites answer={refused(0, 'Something went wrong. Please check your internet connection and try again...')} />
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Could not load' });
  },
};

export const Forbidden: Story = {
  render: () => <Worksites answer={refused(403, "We don't think you're allowed to see this.")} />,
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: "You don't have access" });
  },
};
