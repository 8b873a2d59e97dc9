import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { fn } from 'storybook/test';
import { BareCheckbox, CheckboxField, ChoiceField, ChoicesField, Switch } from './ChoiceField.tsx';

const severities = [
  { value: 'FIRST_AID', label: 'First aid', hint: 'Treated on the spot' },
  { value: 'MEDICAL_AID', label: 'Medical aid', hint: 'Treated by a doctor or nurse' },
  { value: 'RESTRICTED', label: 'Restricted work', hint: 'Other work for a while' },
  { value: 'LOST_TIME', label: 'Lost time', hint: 'Away from work' },
];

const bodyParts = [
  { value: 'HEAD', label: 'Head' },
  { value: 'BACK', label: 'Back' },
  { value: 'HAND', label: 'Hand or finger' },
  { value: 'ANKLE', label: 'Ankle' },
];

function Choosing(props: ComponentProps<typeof ChoiceField>) {
  const [value, setValue] = useState(props.value);
  return <ChoiceField {...props} value={value} onChange={setValue} />;
}

function ChoosingSeveral() {
  const [value, setValue] = useState(['HAND']);
  return <ChoicesField label="Part of the body" columns={2} options={bodyParts} value={value} onChange={setValue} />;
}

const meta = {
  component: ChoiceField,
  args: { label: 'How was the person treated?', options: severities, value: 'FIRST_AID', onChange: fn() },
  render: (args) => <Choosing {...args} />,
} satisfies Meta<typeof ChoiceField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneOfAFew: Story = {};
export const Question: Story = { args: { question: true, value: null, hint: 'By what is known today.' } };
export const WithError: Story = { args: { value: null, error: 'How was the person treated? is required' } };
export const Several: Story = { render: () => <ChoosingSeveral /> };

export const Checkbox: Story = {
  render: () => (
    <CheckboxField label="Sensitive events too" hint="Without it the auditor learns nothing of them." defaultChecked />
  ),
};

export const CheckboxWithError: Story = {
  render: () => <CheckboxField label="I have read the terms" error="The terms have to be accepted" />,
};

export const CheckboxDisabled: Story = {
  render: () => <CheckboxField label="Montney Pad 14" hint="Archived" disabled />,
};

export const InATable: Story = {
  render: () => (
    <>
      <BareCheckbox label="Choose all on this page" checked={false} isPart onChange={fn()} />
      <BareCheckbox label="Choose event 1048" checked onChange={fn()} />
      <BareCheckbox label="Choose event 1049" checked={false} onChange={fn()} />
    </>
  ),
};

export const OnAndOff: Story = {
  render: () => (
    <>
      <Switch label="Corrective actions" hint="Tasks after an event" defaultChecked />
      <Switch label="Monthly figures" />
    </>
  ),
};
