import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn, screen } from 'storybook/test';
import { Button } from '../inputs/Button.tsx';
import { TextArea } from '../inputs/TextField.tsx';
import { Banner } from './Banner.tsx';
import { ConfirmDialog, Dialog, DialogActions } from './Dialog.tsx';

/** A dialog is loaded when it is opened. */
const isOpen = async () => {
  await screen.findByRole('dialog');
};

const meta = {
  component: ConfirmDialog,
  args: { opened: true, title: 'Approve event 1048', onClose: fn(), onConfirm: fn() },
  play: isOpen,
} satisfies Meta<typeof ConfirmDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Confirm: Story = {
  args: { text: 'It is locked from then on. Corrections are made as amendments, and the history shows them.' },
};

export const Danger: Story = {
  args: {
    title: 'Delete event 1048',
    text: 'It leaves every list and every rate. Its history stays.',
    danger: true,
  },
};

export const WithField: Story = {
  args: {
    title: 'Return event 1048',
    text: 'Marta Kowalczyk receives a mail with what is missing.',
    children: <TextArea label="What is missing?" defaultValue="Which hoist was in use at the other bay?" />,
  },
};

export const Refused: Story = {
  args: {
    children: <Banner tone="danger">Daniel Okafor changed event 1048 at 15:57. Read it once more.</Banner>,
  },
};

export const WithContent: Story = {
  render: ({ onClose }) => (
    <Dialog opened onClose={onClose} title="How to verify a bundle" width={480}>
      <p>Open the page of the verifier on any device, and choose the file. It needs no network.</p>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  ),
};

/** Neither Escape nor a click beside it closes it. */
export const Insisting: Story = {
  render: ({ onClose }) => (
    <Dialog opened insists onClose={onClose} title="Your session has ended">
      <p>Sign in again to go on. What you typed is still here.</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Sign in
        </Button>
      </DialogActions>
    </Dialog>
  ),
};
