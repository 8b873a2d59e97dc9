import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { Section, Stack, Wrap } from './Section.tsx';

const meta = { component: Section } satisfies Meta<typeof Section>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  args: { title: 'What happened', children: <p>Stepped off the tailgate backwards and turned the left ankle.</p> },
};

export const WithAction: Story = {
  args: {
    title: 'Total recordable injury frequency',
    abbr: 'TRIF',
    action: (
      <Button variant="view" size="s">
        View as table
      </Button>
    ),
    children: <p>1.85 over twelve months to October</p>,
  },
};

export const SeveralOnAPage: Story = {
  args: { title: 'People', children: <p>Owen Castellane, right wrist</p> },
  render: (args) => (
    <Wrap>
      <Stack>
        <Section {...args} />
        <Section title="Corrective actions">
          <p>Grit the path every morning below 2 °C, by Sam Whitford, due 24 November</p>
        </Section>
      </Stack>
    </Wrap>
  ),
};
