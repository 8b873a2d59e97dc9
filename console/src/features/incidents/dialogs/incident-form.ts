import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../../lib/alerts.ts';
import { useDialogForm, type DialogForm } from '../../../lib/dialog-draft.tsx';
import { useStarted } from '../../../lib/startup.ts';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';

/** What `useCommand` gives for a command on an event. */
interface EventCommand<Body> {
  send: (sent: { asked: { params: { eventId: string }; query: { organizationGuid: string }; body: Body }; key: string; revision: number }) => Promise<unknown>;
}

interface IncidentFormAsk<Fields, Body> {
  start: Fields;
  bodyOf: (fields: Fields) => Body;
  check?: (fields: Fields) => readonly FormFault[];
  /** "Event 1048 was approved" */
  done: (fields: Fields) => string;
  onClose: () => void;
}

/** The form of a command on an event, for the revision that the person has seen. */
export function useIncidentForm<Fields extends FieldValues, Body>(
  { eventId, revision }: IncidentDetail,
  { send }: EventCommand<Body>,
  schema: z.ZodType<unknown, Body> | null,
  { done, onClose, ...ask }: IncidentFormAsk<Fields, Body>,
): DialogForm<Fields> {
  const { organization } = useStarted();
  const form: DialogForm<Fields> = useDialogForm<Fields, Body, unknown>(schema, {
    ...ask,
    send: (body, key) => send({ asked: { params: { eventId }, query: { organizationGuid: organization.guid }, body }, key, revision }),
    onDone: () => {
      showAlert({ type: 'success', title: done(form.controls.getValues()) });
      onClose();
    },
  });
  return form;
}
