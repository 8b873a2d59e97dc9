import type { Meta, StoryObj } from '@storybook/react-vite';
import { KeyValues } from '../data/KeyValues.tsx';
import { column, Grid, WithRail } from './Grid.tsx';
import { Section } from './Section.tsx';

const meta = { component: Grid } satisfies Meta;
export default meta;
type Story = StoryObj;

export const Columns: Story = {
  render: () => (
    <Grid>
      <Section className={column(8)} title="Recordable cases">
        <p>26 in twelve months</p>
      </Section>
      <Section className={column(4)} title="Lost time">
        <p>4 in twelve months</p>
      </Section>
    </Grid>
  ),
};

export const RecordWithRail: Story = {
  render: () => (
    <WithRail rail={<KeyValues layout="rows" items={[{ term: 'With', value: 'Daniel Okafor' }]} />}>
      <Section title="What happened">
        <p>Left index finger caught between pipe and roller, two stitches.</p>
      </Section>
    </WithRail>
  ),
};
