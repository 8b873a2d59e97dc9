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
  /** Only its own buttons close it: neither Escape nor a click beside it. */
  insists?: boolean;
  /** What Back does; left out, what closing does. Null where the dialog has an address of its own. */
  onBack?: (() => void) | null | undefined;
}

/** A dialog over the page. It holds the focus, and gives it back when it closes. */
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
  /** What Escape, the cross and a tap beside it do; left out, what Cancel does. */
  onDismiss?: () => void;
  hasOwnAddress?: boolean | undefined;
  /** Verb and object, with the name or number: "Approve event 1048". It is the confirming button's text too. */
  title: string;
  /** What follows from it. */
  text?: ReactNode;
  /** Fields that belong to it: a comment, a person. */
  children?: ReactNode;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
  icon?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** A line above the buttons. */
  note?: ReactNode;
  /** Stands in the place of the buttons. */
  actions?: ReactNode;
}

/** Asks before something legal or irreversible, by its name. */
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
