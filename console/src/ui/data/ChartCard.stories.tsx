import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChartCard, ExplainedFigure, Note } from './ChartCard.tsx';
import { KeyValues } from './KeyValues.tsx';

const months = [
  { month: 'August', rate: 2.1 },
  { month: 'September', rate: 1.97 },
  { month: 'October', rate: 1.85 },
];

const chart = (
  <svg viewBox="0 0 300 120" role="img" aria-label="The rate fell from 2.10 in August to 1.85 in October">
    {months.map(({ month, rate }, place) => (
      <rect key={month} x={20 + place * 96} y={120 - rate * 50} width="64" height={rate * 50} fill="var(--c1)" />
    ))}
  </svg>
);

const table = (
  <table>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Rate</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, rate }) => (
        <tr key={month}>
          <th scope="row">{month}</th>
          <td>{rate.toFixed(2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const meta = {
  component: ChartCard,
  args: {
    title: 'Total recordable injury frequency',
    abbr: 'TRIF',
    figure: (
      <ExplainedFigure
        size="xl"
        figure="1.85"
        period="Rolling 12 months to October"
        sum="26 recordable cases × 200,000 ÷ 2,811,430 hours"
      />
    ),
    chart,
    table,
  },
} satisfies Meta<typeof ChartCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chart: Story = { args: { note: 'October is provisional: the hours of one location are missing.' } };

export const Table: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await canvas.findByRole('table');
  },
};

export const FigureBeside: Story = {
  args: {
    beside: true,
    facts: (
      <KeyValues
        layout="rows"
        items={[
          { term: 'Lost time', value: '4' },
          { term: 'Medical aid', value: '13' },
        ]}
      />
    ),
  },
};

export const OnAPhone: Story = { tags: ['phone'], globals: { viewport: { value: 'mobile1' } } };

export const NoFigure: Story = {
  args: { figure: <ExplainedFigure figure="–" period="No month has ended yet" />, chart: null, table: null },
};

export const SmallLine: Story = { render: () => <Note>Limits were set by Priya Raman on 3 January 2026.</Note> };
