import type { ReactNode } from 'react';
import css from './Page.module.css';

interface ThumbBarProps {
  children: ReactNode;
  /** A line above the button: where the draft is saved, how good the signal is. */
  note?: ReactNode;
  /** Always visible (lists), instead of at the end of its form. */
  fixed?: boolean;
}

/** The primary button of a page on a phone, within the thumb's reach. Hidden from 768 px on. */
export function ThumbBar({ children, note, fixed }: ThumbBarProps) {
  return (
    <div
      className={[css.thumb, fixed && css.thumbFixed].filter(Boolean).join(' ')}
      data-thumb-bar={fixed ? 'fixed' : 'end'}
    >
      {note && <div className={css.thumbNote}>{note}</div>}
      {children}
    </div>
  );
}
