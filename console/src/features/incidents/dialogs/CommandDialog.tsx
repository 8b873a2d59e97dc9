import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { CommandForm } from '../../../lib/command-form.ts';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import css from './CommandDialog.module.css';
import { StaleNotice } from './StaleNotice.tsx';

interface CommandDialogProps {
  incident: IncidentDetail;
  form: Pick<CommandForm<FieldValues>, 'busy' | 'submit' | 'stale' | 'faults' | 'attempt'>;
  title: string;
  confirmLabel?: string;
  text?: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for one command by its name, with its fields; says what is wrong and who was faster. */
export function CommandDialog({ incident, form, title, confirmLabel, text, icon, danger, onClose, children }: CommandDialogProps) {
  return (
    <ConfirmDialog opened onClose={onClose} title={title} confirmLabel={confirmLabel} text={text} icon={icon} danger={danger} busy={form.busy} onConfirm={() => form.submit()}>
      <div className={css.fields}>
        {form.stale && form.stale.currentRevision !== incident.revision && <StaleNotice incident={incident} />}
        <ErrorSummary faults={form.faults} attempt={form.attempt} title={form.faults.some(({ field }) => field) ? undefined : 'It was not done'} />
        {children}
      </div>
    </ConfirmDialog>
  );
}
