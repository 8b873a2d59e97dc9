import type { ReactNode } from 'react';
import css from './Page.module.css';

interface ThumbBarProps {
  children: ReactNode;
  /** A line above the button: saved where, how good the signal is. */
  note?: ReactNode;
  /** Always in sight (lists), instead of at the end of its form. */
  fixed?: boolean;
}

/** The main button of a phone's page, within the thumb's reach. It is not there from 768 px on. */
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
