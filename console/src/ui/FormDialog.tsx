import type { ComponentProps, ReactNode } from 'react';
import { ConfirmDialog } from './Dialog.tsx';
import css from './FormDialog.module.css';
import { ErrorSummary, type FormFault } from './ErrorSummary.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'busy' | 'onConfirm'> {
  /** See useCommandForm. */
  form: { faults: readonly FormFault[]; attempt: number; busy: boolean; submit: () => void };
  /** What did not happen, when no field is at fault. */
  refused: string;
  /** What has to be known first: somebody was faster. */
  notice?: ReactNode;
}

/** A dialog that asks for a command by its name, with its fields; it says what is wrong with them. */
export function FormDialog({ form, refused, notice, children, ...dialog }: FormDialogProps) {
  const { faults, attempt, busy, submit } = form;
  return (
    <ConfirmDialog {...dialog} opened busy={busy} onConfirm={() => submit()}>
      <div className={css.fields}>
        {notice}
        <ErrorSummary faults={faults} attempt={attempt} title={faults.some(({ field }) => field) ? undefined : refused} />
        {children}
      </div>
    </ConfirmDialog>
  );
}
