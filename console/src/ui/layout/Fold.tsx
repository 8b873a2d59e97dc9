import { IconChevronDown } from '@tabler/icons-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import css from './Fold.module.css';

interface FoldProps {
  title: string;
  /** It has content already, so it starts open. */
  isFilled: boolean;
  /** It contains an error, so it cannot be folded. */
  isAtError: boolean;
  /** Whether it is a part of a form that may be left empty, and says so. */
  isOptional?: boolean;
  children: ReactNode;
}

/** A part that few users need, folded until it is opened. */
export function Fold({ title, isFilled, isAtError, isOptional = true, children }: FoldProps) {
  const [open, setOpen] = useState(isFilled);
  const isOpen = open || isAtError;
  // Folded content is rendered after the visible content.
  const isDrawn = useDeferredValue(true, isOpen);
  return (
    <details className={css.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {title} {isOptional && <span className={css.optional}>(optional)</span>}
        </span>
        <IconChevronDown size={20} aria-hidden />
      </summary>
      {isDrawn && <div className={css.inside}>{children}</div>}
    </details>
  );
}
