import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, type MouseEvent } from 'react';
import css from './ErrorSummary.module.css';

export interface FormError {
  /** The id of the field; null if the error belongs to no field. */
  field: string | null;
  message: string;
}

function goTo(click: MouseEvent, id: string) {
  const control = document.getElementById(id);
  if (!control) return;
  click.preventDefault();
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
}

/**
 * The errors of a form, at its top, with links to the fields. It takes the focus whenever `attempt` grows while there
 * are errors, which is when the user tried to send the form; without errors it renders nothing.
 */
export function ErrorSummary({
  errors,
  attempt,
  title,
}: {
  errors: readonly FormError[];
  attempt: number;
  title?: string;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  const any = errors.length > 0;
  useEffect(() => {
    if (attempt === shownAt.current || !any) return;
    shownAt.current = attempt;
    summary.current?.focus();
  }, [attempt, any]);
  if (!any) return null;
  return (
    // Announced through the focus, and not again with every keystroke that fixes an error.
    <div
      className={css.summary}
      role="alert"
      aria-live="off"
      tabIndex={-1}
      ref={summary}
      aria-labelledby="error-summary-title"
    >
      <h2 className={css.title} id="error-summary-title">
        <IconAlertCircle size={20} aria-hidden />
        {title ?? `${errors.length} ${errors.length === 1 ? 'answer needs' : 'answers need'} your attention`}
      </h2>
      <ul className={css.list}>
        {errors.map(({ field, message }) => (
          <li key={`${field}:${message}`}>
            {field ? (
              <a href={`#${field}`} onClick={(click) => goTo(click, field)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
