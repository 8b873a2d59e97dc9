import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import css from './UndoLine.module.css';

/** Says what was taken away, and brings it back. It takes the focus: the button that took it away is gone. */
export function UndoLine({ children, label, onUndo }: { children: ReactNode; label: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className={css.line}>
      <span role="status">{children}</span>
      <Button
        ref={undo}
        size="s"
        leading={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={label}
        onClick={onUndo}
      >
        Undo
      </Button>
    </div>
  );
}
