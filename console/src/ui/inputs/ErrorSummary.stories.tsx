import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldStack } from './FormField.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { DateField, TextField } from './TextField.tsx';

const meta = { component: ErrorSummary, args: { attempt: 1 } } satisfies Meta<typeof ErrorSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each of them leads to its field. */
export const OfAForm: Story = {
  args: {
    errors: [
      { field: 'occurrenceDate', message: 'When did it happen? is required' },
      { field: 'location', message: 'Where did it happen? is required' },
    ],
  },
  render: (args) => (
    <FieldStack>
      <ErrorSummary {...args} />
      <DateField name="occurrenceDate" label="When did it happen?" error="When did it happen? is required" />
      <TextField name="location" label="Where did it happen?" error="Where did it happen? is required" />
    </FieldStack>
  ),
};

export const OfNoField: Story = {
  args: {
    title: 'The event was not reported',
    errors: [{ field: null, message: 'Somebody changed the form. Load it once more.' }],
  },
};
