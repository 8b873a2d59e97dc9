import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { DialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { StaleNotice } from './StaleNotice.tsx';

interface CommandDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'form' | 'notice'> {
  incident: IncidentDetail;
  form: Pick<DialogForm<FieldValues>, 'busy' | 'submit' | 'stale' | 'errors' | 'attempt' | 'words'>;
}

/** Dialog of a command on an incident, with a notice if the incident has changed meanwhile. */
export function CommandDialog({ incident, form, ...dialog }: CommandDialogProps) {
  const isStale = form.stale !== null && form.stale.currentRevision !== incident.revision;
  return <FormDialog form={form} notice={isStale && <StaleNotice incident={incident} />} {...dialog} />;
}
