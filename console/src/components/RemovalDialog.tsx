import type { ReactNode } from 'react';
import { showAlert } from '../lib/format/alerts.ts';
import { useCommandForm } from '../lib/forms/command-form.ts';
import { FormDialog } from '../ui/inputs/FormDialog.tsx';

interface RemovalDialogProps {
  /** Verb and object; also the label of the confirm button. */
  title: string;
  /** Consequences of the action. */
  text: ReactNode;
  /** Alert titles on failure and on success. */
  refused: string;
  done: string;
  /** False for actions that are easily undone or remove nothing. */
  danger?: boolean;
  send: (key: string) => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
}

/** Confirmation dialog for actions that remove something or that others notice. */
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
