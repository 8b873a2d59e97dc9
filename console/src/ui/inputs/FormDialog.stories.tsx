import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn, screen } from 'storybook/test';
import { FormDialog } from './FormDialog.tsx';
import { DateField, TextField } from './TextField.tsx';

const form = { errors: [], attempt: 0, busy: false, submit: fn() };
const words = {
  isTyped: true,
  isStored: true,
  status: 'Saved 14:02 on this device',
  restored: null,
  onDiscard: fn(),
};
const task = 'Grit the path every morning below 2 °C';

const meta = {
  component: FormDialog,
  args: {
    title: 'Add a corrective action',
    refused: 'The action was not added',
    onClose: fn(),
    form,
    children: (
      <>
        <TextField name="title" label="What is to be done?" defaultValue={task} />
        <DateField name="dueDate" label="Due" defaultValue="2026-11-24" />
      </>
    ),
  },
  play: async () => {
    await screen.findByRole('dialog', { name: 'Add a corrective action' });
  },
} satisfies Meta<typeof FormDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Typed: Story = { args: { form: { ...form, words } } };

export const Restored: Story = {
  args: { form: { ...form, words: { ...words, restored: 'It was last changed yesterday at 17:20.' } } },
};

export const WithError: Story = {
  args: {
    form: { ...form, attempt: 1, errors: [{ field: 'dueDate', message: 'Due is required' }] },
    children: (
      <>
        <TextField name="title" label="What is to be done?" defaultValue={task} />
        <DateField name="dueDate" label="Due" error="Due is required" />
      </>
    ),
  },
};

/** Escape asks before what was typed is left. */
export const AskingToClose: Story = {
  args: { form: { ...form, words } },
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('button', { name: 'Keep writing' });
  },
};
