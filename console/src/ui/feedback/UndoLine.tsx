import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import css from './UndoLine.module.css';

/** Reports a removal and offers to undo it. It takes the focus, since the button that removed the item is gone. */
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
