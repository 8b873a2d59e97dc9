import { IconChevronDown } from '@tabler/icons-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import css from './Fold.module.css';

interface FoldProps {
  title: string;
  /** Something stands in it already: then it begins open. */
  isFilled: boolean;
  /** Something in it is wrong: then it cannot stay folded. */
  isAtError: boolean;
  children: ReactNode;
}

/** A part of a form that not everybody needs, folded until it is wanted. */
export function Fold({ title, isFilled, isAtError: isAtFault, children }: FoldProps) {
  const [open, setOpen] = useState(isFilled);
  const isOpen = open || isAtFault;
  // What is folded is drawn after what is seen.
  const isDrawn = useDeferredValue(true, isOpen);
  return (
    <details className={css.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {title} <span className={css.optional}>(optional)</span>
        </span>
        <IconChevronDown size={20} aria-hidden />
      </summary>
      {isDrawn && <div className={css.inside}>{children}</div>}
    </details>
  );
}
