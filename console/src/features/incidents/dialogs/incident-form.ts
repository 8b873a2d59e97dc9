import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert, type AlertAction } from '../../../lib/format/alerts.ts';
import { useDialogForm, type DialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';

/** What `useCommand` gives for a command on an event. */
interface EventCommand<Body, Done> {
  send: (sent: {
    asked: { params: { eventId: string }; query: { organizationGuid: string }; body: Body };
    key: string;
    revision: number;
  }) => Promise<Done>;
}

interface IncidentFormAsk<Fields, Body, Done> {
  start: Fields;
  bodyOf: (fields: Fields) => Body;
  check?: (fields: Fields) => readonly FormError[];
  /** "Event 1048 was approved" */
  done: (fields: Fields) => string;
  /** The way back, from its answer on. */
  undo?: (done: Done) => AlertAction;
  onClose: () => void;
}

/** The form of a command on an event, for the revision that the person has seen. */
export function useIncidentForm<Fields extends FieldValues, Body, Done>(
  { eventId, revision }: IncidentDetail,
  { send }: EventCommand<Body, Done>,
  schema: z.ZodType<unknown, Body> | null,
  { done, undo, onClose, ...ask }: IncidentFormAsk<Fields, Body, Done>,
): DialogForm<Fields> {
  const { organization } = useStarted();
  const form: DialogForm<Fields> = useDialogForm<Fields, Body, Done>(schema, {
    ...ask,
    send: (body, key) =>
      send({ asked: { params: { eventId }, query: { organizationGuid: organization.guid }, body }, key, revision }),
    onDone: (answer) => {
      showAlert({ type: 'success', title: done(form.controls.getValues()), ...(undo && { action: undo(answer) }) });
      onClose();
    },
  });
  return form;
}
