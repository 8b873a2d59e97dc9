import type { Meta, StoryObj } from '@storybook/react-vite';
import { CheckboxField } from './ChoiceField.tsx';
import { FieldError, FieldGroup, FieldStack, FormField, fieldCss } from './FormField.tsx';

const meta = {
  component: FormField,
  args: {
    id: 'location',
    label: 'Where did it happen?',
    children: (aria) => <input type="text" className={fieldCss.input} {...aria} />,
  },
} satisfies Meta<typeof FormField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const Optional: Story = { args: { optional: true, hint: 'Precise enough for someone else to find it' } };
export const WithError: Story = { args: { error: 'Where did it happen? is required' } };
export const Question: Story = { args: { question: true, hint: 'Precise enough for someone else to find it' } };

export const Group: Story = {
  render: () => (
    <FieldStack>
      <FieldGroup id="witnesses" label="Who saw it?" hint="Choose everybody who was there.">
        <CheckboxField label="Sam Whitford" />
        <CheckboxField label="Tyler Beaudoin" />
      </FieldGroup>
      <FieldGroup id="equipment" label="What was in use?" error="Choose at least one">
        <CheckboxField label="Hoist" />
        <CheckboxField label="Forklift" />
      </FieldGroup>
    </FieldStack>
  ),
};

export const Message: Story = {
  render: () => <FieldError id="signature-error">The signature has to be your own name</FieldError>,
};
