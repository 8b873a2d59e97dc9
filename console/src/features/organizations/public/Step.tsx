import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CommandForm } from '../../../lib/forms/command-form.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { SavedLine } from '../../../ui/inputs/DraftForm.tsx';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import css from './Step.module.css';

interface StepProps {
  /** Number of the step, starting at 1, and the titles of all steps. */
  number: number;
  of: readonly string[];
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** Page of a process with several steps. */
export function Step({ number, of, title, lead, children }: StepProps) {
  return (
    <div className={css.both}>
      <div className={css.step}>
        <div className={css.where}>
          <div className={css.bar} aria-hidden="true">
            {of.map((name, place) => (
              <i key={name} className={place < number ? css.done : undefined} />
            ))}
          </div>
          <p>
            Step {number} of {of.length}
          </p>
        </div>
        <PageHeader title={title} meta={lead} />
        {children}
      </div>
      <ol className={css.rail} aria-label="Steps">
        {of.map((name, place) => (
          <li
            key={name}
            aria-current={place === number - 1 ? 'step' : undefined}
            className={place < number - 1 ? css.past : undefined}
          >
            <span className={css.node}>{place < number - 1 ? <IconCheck size={18} aria-hidden /> : place + 1}</span>
            {name}
            {place < number - 1 && <VisuallyHidden> done</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface StepFormProps {
  form: Pick<CommandForm<never>, 'errors' | 'attempt' | 'busy'> & {
    submit: (event?: { preventDefault: () => void }) => void;
  };
  /** Title of the error summary when no single field has an error. */
  refused: string;
  children: ReactNode;
  /** Where the draft is stored on the device. */
  status?: string | null;
  next?: string;
  back?: string;
  onSkip?: () => void;
  skipping?: boolean;
  onCancel?: () => void;
}

/** Form of a step: error summary on top, buttons below. */
export function StepForm({
  form,
  refused,
  children,
  status,
  next = 'Next',
  back,
  onSkip,
  skipping,
  onCancel,
}: StepFormProps) {
  const { errors, attempt, busy, submit } = form;
  const isRefused = errors.length > 0 && errors.every(({ field }) => field === null);
  return (
    <form onSubmit={submit} noValidate className={css.form}>
      <ErrorSummary errors={errors} attempt={attempt} title={isRefused ? refused : undefined} />
      {children}
      {status && <SavedLine status={status} />}
      <div className={css.actions}>
        <SubmitButton size="l" busy={busy}>
          {next}
        </SubmitButton>
        {onSkip && (
          <Button size="l" aria-busy={skipping || undefined} onClick={() => !skipping && onSkip()}>
            Skip
          </Button>
        )}
        <span className={css.grow} />
        {back && (
          <ButtonLink size="l" variant="quiet" to={back}>
            Back
          </ButtonLink>
        )}
        {onCancel && (
          <Button size="l" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
