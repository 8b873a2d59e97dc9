import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import css from './SignIn.module.css';

/** The error of a form that belongs to none of its fields. */
export function FormRefusal({ errors }: { errors: readonly FormError[] }) {
  const refusal = errors.find(({ field }) => field === null)?.message;
  return (
    <div role="alert" className={css.error}>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
    </div>
  );
}
