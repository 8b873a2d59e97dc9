import type { ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import css from './Dialog.module.css';
import { fetchedLater } from './FetchedLater.tsx';
import type { ModalWindowProps } from './ModalWindow.tsx';
import { SubmitButton } from '../inputs/SubmitButton.tsx';
import { useBackCloses } from './useBackCloses.ts';

const ModalWindow = fetchedLater<ModalWindowProps>(async () => (await import('./ModalWindow.tsx')).ModalWindow);

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** In pixels. */
  width?: number;
  /** Only its own buttons close it: neither Escape nor a click outside. */
  insists?: boolean;
  /** What Back does; by default it closes the dialog. Null if the dialog has an address of its own. */
  onBack?: (() => void) | null | undefined;
}

/** A modal dialog. It traps the focus, and restores it when it closes. */
export function Dialog({ opened, onClose, title, children, width = 600, insists, onBack = onClose }: DialogProps) {
  useBackCloses(opened && !insists && onBack !== null, () => onBack?.());
  return (
    <ModalWindow opened={opened} onClose={onClose} title={title} width={width} insists={insists}>
      {children}
    </ModalWindow>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Handles Escape, the close button and a click outside; by default like Cancel. */
  onDismiss?: () => void;
  hasOwnAddress?: boolean | undefined;
  /** Verb and object, with the name or number: "Approve event 1048". Also the label of the confirm button. */
  title: string;
  /** The consequences of the action. */
  text?: ReactNode;
  /** Fields of the action: a comment, a person. */
  children?: ReactNode;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
  icon?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** A line above the buttons. */
  note?: ReactNode;
  /** Replaces the buttons. */
  actions?: ReactNode;
}

/** Asks for confirmation before a legal or irreversible action, by its name. */
export function ConfirmDialog({
  opened,
  onClose,
  onDismiss = onClose,
  hasOwnAddress,
  title,
  text,
  children,
  onConfirm,
  busy,
  danger,
  icon,
  confirmLabel = title,
  cancelLabel = 'Cancel',
  note,
  actions,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onDismiss} onBack={hasOwnAddress ? null : onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onConfirm();
        }}
      >
        {text && <div className={css.words}>{text}</div>}
        {children}
        {note}
        {actions ?? (
          <DialogActions>
            <Button onClick={onClose}>{cancelLabel}</Button>
            <SubmitButton busy={busy} variant={danger ? 'dangerPrimary' : 'primary'} leading={icon}>
              {confirmLabel}
            </SubmitButton>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}
