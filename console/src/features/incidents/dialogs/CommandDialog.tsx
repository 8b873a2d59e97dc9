import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { CommandForm } from '../../../lib/command-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { StaleNotice } from './StaleNotice.tsx';

interface CommandDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'form' | 'notice'> {
  incident: IncidentDetail;
  form: Pick<CommandForm<FieldValues>, 'busy' | 'submit' | 'stale' | 'faults' | 'attempt'>;
}

/** Asks for a command on an event, and says who was faster. */
export function CommandDialog({ incident, form, ...dialog }: CommandDialogProps) {
  const isStale = form.stale !== null && form.stale.currentRevision !== incident.revision;
  return <FormDialog form={form} notice={isStale && <StaleNotice incident={incident} />} {...dialog} />;
}
