import type { Meta, StoryObj } from '@storybook/react-vite';
import { DateField, NumberField, SignatureField, TextArea, TextField, TimeField } from './TextField.tsx';

const meta = { component: TextField, args: { label: 'Where did it happen?' } } satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { args: { hint: 'Precise enough for someone else to find it', optional: true } };
export const Filled: Story = { args: { defaultValue: 'Acheson Yard, bay 3' } };
export const WithError: Story = { args: { error: 'Where did it happen? is required' } };
export const Disabled: Story = { args: { defaultValue: 'Acheson Yard, bay 3', disabled: true } };
export const Question: Story = { args: { question: true } };

export const SeveralLines: Story = {
  render: () => (
    <TextArea
      label="What happened?"
      hint="The first sentence becomes the heading."
      defaultValue="Grinding spark behind the glasses, eye rinsed and swab taken. The face shield hung beside the bench."
    />
  ),
};

export const DayAndTime: Story = {
  render: () => (
    <>
      <DateField label="When did it happen?" defaultValue="2026-11-17" />
      <TimeField label="At what time?" defaultValue="06:40" optional />
    </>
  ),
};

export const WithUnit: Story = {
  render: () => (
    <NumberField
      label="Hours worked in October"
      hint="Include overtime, exclude leave"
      unit="hours"
      defaultValue="23,410"
    />
  ),
};

export const Signature: Story = {
  render: () => <SignatureField label="Your signature" defaultValue="Marta Kowalczyk" />,
};
