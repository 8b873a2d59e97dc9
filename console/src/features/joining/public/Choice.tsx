import { IconChevronRight, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './Choice.module.css';

interface ChoiceProps {
  icon: Icon;
  title: string;
  text?: ReactNode;
}

const ChoiceContent = ({ icon: Icon, title, text }: ChoiceProps) => (
  <>
    <Icon size={24} aria-hidden />
    <span>
      <b>{title}</b>
      {text && <small>{text}</small>}
    </span>
    <IconChevronRight size={20} aria-hidden />
  </>
);

/** Vertical list of choices that lead to the next step. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  );
}

export const LinkChoice = ({ to, ...content }: ChoiceProps & { to: string }) => (
  <li>
    <Link className={css.choice} to={to}>
      <ChoiceContent {...content} />
    </Link>
  </li>
);

export const ButtonChoice = ({ onPress, ...content }: ChoiceProps & { onPress: () => void }) => (
  <li>
    <button type="button" className={css.choice} onClick={onPress}>
      <ChoiceContent {...content} />
    </button>
  </li>
);
