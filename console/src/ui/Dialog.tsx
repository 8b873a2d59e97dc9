import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Dialog.module.css';
import { FromFirstField } from './FromFirstField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useBackCloses } from './useBackCloses.ts';

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
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      centered
      withCloseButton={!insists}
      closeOnEscape={!insists}
      closeOnClickOutside={!insists}
      closeButtonProps={{ 'aria-label': 'Close' }}
      shadow={undefined}
      transitionProps={{ transition: 'fade', duration: 150 }}
      overlayProps={{ backgroundOpacity: 1, color: 'transparent' }}
      classNames={{ content: css.content, header: css.header, title: css.title, body: css.body, close: css.close, overlay: css.overlay }}
    >
      <FromFirstField>{children}</FromFirstField>
    </Modal>
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
  opened, onClose, onDismiss = onClose, hasOwnAddress, title, text, children, onConfirm, busy, danger, icon, confirmLabel = title, cancelLabel = 'Cancel', note, actions,
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
