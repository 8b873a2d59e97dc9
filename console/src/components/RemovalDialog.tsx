import type { ReactNode } from 'react';
import { showAlert } from '../lib/format/alerts.ts';
import { useCommandForm } from '../lib/forms/command-form.ts';
import { FormDialog } from '../ui/inputs/FormDialog.tsx';

interface RemovalDialogProps {
  /** Verb and object; also the button's. */
  title: string;
  /** What follows from it. */
  text: ReactNode;
  /** Said when it did not happen, and when it did. */
  refused: string;
  done: string;
  /** False for what is undone as easily, or takes nothing away. */
  danger?: boolean;
  send: (key: string) => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something is taken away, or done that others notice. */
export function RemovalDialog({
  title,
  text,
  refused,
  done,
  danger = true,
  send,
  onDone,
  onClose,
}: RemovalDialogProps) {
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send(key),
    onDone: () => {
      showAlert({ type: 'success', title: done });
      onDone?.();
      onClose();
    },
  });
  return (
    <FormDialog form={form} refused={refused} title={title} text={text} danger={danger} onClose={onClose}>
      {null}
    </FormDialog>
  );
}
