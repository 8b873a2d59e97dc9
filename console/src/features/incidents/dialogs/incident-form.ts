import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert, type AlertAction } from '../../../lib/format/alerts.ts';
import { useDialogForm, type DialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';

/** Result of `useCommand` for a command on an incident. */
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
  /** For example "Event 1048 was approved". */
  done: (fields: Fields) => string;
  /** Action that undoes the command. */
  undo?: (done: Done) => AlertAction;
  onClose: () => void;
}

/** Form of a command on an incident, sent for the revision that the user has seen. */
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
