import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../inputs/Button.tsx';
import { TextField } from '../inputs/TextField.tsx';
import { AppearanceProvider } from './AppearanceProvider.tsx';
import { Section, Stack } from './Section.tsx';

const meta = { component: AppearanceProvider } satisfies Meta<typeof AppearanceProvider>;
export default meta;

/** Type, colours and distances of the look, as every page has them. */
export const TheLook: StoryObj<typeof meta> = {
  args: {
    children: (
      <Stack>
        <h1>Event 1048</h1>
        <Section title="What happened">
          <p>
            Slipped on ice between the office and the lunch trailer. The path had not been gritted. See{' '}
            <a href="#path">the plan of the yard</a>.
          </p>
        </Section>
        <TextField label="Where did it happen?" defaultValue="Acheson Yard" />
        <Button variant="primary">Save changes</Button>
      </Stack>
    ),
  },
};
