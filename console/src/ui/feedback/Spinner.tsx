import css from './Spinner.module.css';

/** An activity indicator; the text next to it says what is in progress. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}
