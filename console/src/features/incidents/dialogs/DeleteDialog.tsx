import { IconTrash } from '@tabler/icons-react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { commandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { deleteIncident } from '../api.ts';
import { useRestore } from '../history/restore-event.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

/** Deletes an incident. It can be restored for 30 days, and immediately from the alert that confirms it. */
export function DeleteDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const restore = useRestore(incident);
  const form = useIncidentForm(incident, useCommand(deleteIncident), null, {
    start: {},
    bodyOf: () => undefined,
    done: () => `Event ${incident.number} was deleted`,
    undo: ({ revision }) => ({ label: 'Undo', onPress: () => restore.send(newGuid(), revision) }),
    onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      danger
      hasOwnAddress
      title={commandTexts.delete(incident.number)}
      refused={`Event ${incident.number} was not deleted`}
      text={`${incident.heading}. It leaves the list and the charts. Within 30 days, you can restore it.`}
      icon={<IconTrash size={20} aria-hidden />}
      onClose={onClose}
    />
  );
}
