import { IconPhoneCall, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PhoneNumber } from '../../../components/PhoneNumber.tsx';
import css from './PhoneTop.module.css';

/** Header of a task on a phone: the close button and the title. */
export function PhoneTop({ title, closeTo }: { title: string; closeTo: string }) {
  return (
    <header className={css.top}>
      <Link className={css.close} to={closeTo} aria-label="Close" title="Close">
        <IconX size={24} aria-hidden />
      </Link>
      <h1 tabIndex={-1}>{title}</h1>
    </header>
  );
}

/** Emergency notice above a form, with a switch that alerts someone. */
export function HelpFirst({ phone, children }: { phone: string | null; children?: ReactNode }) {
  return (
    <p className={css.urgent}>
      <IconPhoneCall size={22} aria-hidden />
      <span>Someone hurt? Help first. {phone && <PhoneNumber text={phone} label={`Call ${phone}`} />}</span>
      {children}
    </p>
  );
}
