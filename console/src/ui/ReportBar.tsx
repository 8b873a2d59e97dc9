import { IconPhoneCall, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './ReportBar.module.css';

interface ReportBarProps {
  title: string;
  /** Where closing leads. */
  closeTo: string;
  closeLabel?: string;
  /** "Step 1 of 3". */
  step?: ReactNode;
}

/** The head of a page that fills a phone: no hull, a way out, the title. The page's route has `handle = { fillsPhone: true }`. */
export function ReportBar({ title, closeTo, closeLabel = 'Close', step }: ReportBarProps) {
  return (
    <div className={css.bar}>
      <Link className={css.close} to={closeTo} aria-label={closeLabel}>
        <IconX size={22} aria-hidden />
      </Link>
      <h1 tabIndex={-1}>{title}</h1>
      {step && <span className={css.step}>{step}</span>}
    </div>
  );
}

/** Help comes before the report: one line, with the number to call where one is known. */
export function HelpFirst({ phone }: { phone?: string | null }) {
  return (
    <div className={css.urgent}>
      <IconPhoneCall size={22} aria-hidden />
      <span>
        Someone hurt? Help first. {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>Call {phone}</a>}
      </span>
    </div>
  );
}
