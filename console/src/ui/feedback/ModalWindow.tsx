import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './Dialog.module.css';
import { InitialFocus } from '../inputs/InitialFocus.tsx';

export interface ModalWindowProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  width: number;
  insists: boolean | undefined;
}

/** The window of a dialog. */
export function ModalWindow({ opened, onClose, title, children, width, insists }: ModalWindowProps) {
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
      classNames={{
        content: css.content,
        header: css.header,
        title: css.title,
        body: css.body,
        close: css.close,
        overlay: css.overlay,
      }}
    >
      <InitialFocus>{children}</InitialFocus>
    </Modal>
  );
}
