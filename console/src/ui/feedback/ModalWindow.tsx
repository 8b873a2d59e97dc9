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
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      centered
      closeOnEscape={!insists}
      closeOnClickOutside={!insists}
      shadow={undefined}
      transitionProps={{ transition: 'fade', duration: 150 }}
      classNames={{
        content: css.content,
        title: css.title,
        body: css.body,
        close: css.close,
        overlay: css.overlay,
      }}
    >
      <Modal.Overlay backgroundOpacity={1} color="transparent" />
      <Modal.Content>
        {/* Mantine's own is a header element, which would be a second banner of the page. */}
        <div className={css.header}>
          <Modal.Title>{title}</Modal.Title>
          {!insists && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body>
          <InitialFocus>{children}</InitialFocus>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
