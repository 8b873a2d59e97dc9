import type { ReactNode } from 'react';
import { showAlert } from '../../lib/alerts.ts';
import { useCommandForm } from '../../lib/command-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface FormCommandDialogProps {
  title: string;
  text: ReactNode;
  refused: string;
  done: string;
  danger?: boolean;
  send: (key: string) => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something is done that others notice. */
export function FormCommandDialog({ title, text, refused, done, danger = false, send, onDone, onClose }: FormCommandDialogProps) {
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => undefined,
    send: (_, key) => send(key),
    onDone: () => {
      showAlert({ type: 'success', title: done });
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog form={form} refused={refused} title={title} text={text} danger={danger} onClose={onClose}>
      {null}
    </FormDialog>
  );
}
