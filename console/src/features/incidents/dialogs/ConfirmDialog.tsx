import { IconArrowRight } from '@tabler/icons-react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { commandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { command as declareCommand, useCommand } from '../../../lib/api/command.ts';
import { staleAfterEvents } from '../../../lib/offline/stale-after-events.ts';
import type { DialogCommand } from '../record/next-actions.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

interface ConfirmDialogProps {
  command: DialogCommand;
  incident: IncidentDetail;
  onClose: () => void;
}

/** Confirms a command that has no fields. Its operation has its name: `acknowledge` sends `acknowledgeIncident`. */
export function ConfirmDialog({ command, incident, onClose }: ConfirmDialogProps) {
  const operation = `${command}Incident` as 'deleteIncident';
  const sent = useCommand(declareCommand(operation, { staleAfter: staleAfterEvents }));
  const form = useIncidentForm(incident, sent, null, {
    start: {},
    bodyOf: () => undefined,
    done: () => `Event ${incident.number} was changed`,
    onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={commandTexts[command](incident.number)}
      refused={`Event ${incident.number} was not changed`}
      icon={<IconArrowRight size={20} aria-hidden />}
      onClose={onClose}
    />
  );
}
