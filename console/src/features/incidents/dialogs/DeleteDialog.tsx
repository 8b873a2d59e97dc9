import { IconTrash } from '@tabler/icons-react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { useCommand } from '../../../lib/command.ts';
import { deleteIncident } from '../api.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

/** Deletes an event; for 30 days it can be restored. */
export function DeleteDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const form = useIncidentForm(incident, useCommand(deleteIncident), null, { start: {}, bodyOf: () => undefined, done: () => `Event ${incident.number} was deleted`, onClose });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      danger
      title={`Delete event ${incident.number}`}
      refused={`Event ${incident.number} was not deleted`}
      text={`${incident.heading}. It leaves the list and the charts. Within 30 days, you can restore it.`}
      icon={<IconTrash size={20} aria-hidden />}
      onClose={onClose}
    />
  );
}
