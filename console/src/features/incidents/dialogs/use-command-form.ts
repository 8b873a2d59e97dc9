import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../../lib/alerts.ts';
import { useFormKey } from '../../../lib/http.ts';
import { ApiProblem, formFaults } from '../../../lib/problem.ts';
import { useStarted } from '../../../lib/startup.ts';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';
import { useIncidentCommand, type IncidentCommandBody } from '../api.ts';

interface CommandFormAsk {
  incident: IncidentDetail;
  /** What is wrong with what has been typed so far. */
  faults: readonly FormFault[];
  /** What will be sent; only asked for without faults. */
  body: () => IncidentCommandBody;
  /** "Event 1048 was approved" */
  doneWords: string;
  onDone: () => void;
}

export interface CommandForm {
  attempt: number;
  /** Nothing is called wrong before the person has tried to send. */
  faults: readonly FormFault[];
  errorOf: (field: string) => string | undefined;
  /** Somebody changed the event since it was opened; what was typed stays. */
  isStale: boolean;
  busy: boolean;
  submit: () => void;
}

/** The state of a dialog that carries a command out: validated on submit, then on change; sent once however often it is pressed. */
export function useCommandForm({ incident, faults, body, doneWords, onDone }: CommandFormAsk): CommandForm {
  const { organization } = useStarted();
  const { key } = useFormKey();
  const command = useIncidentCommand(organization.guid, incident.eventId);
  const [attempt, setAttempt] = useState(0);
  const refusal = command.error;
  const isStale = refusal instanceof ApiProblem && refusal.className === 'StaleRevision' && refusal.currentRevision !== incident.revision;
  const wasStale = refusal instanceof ApiProblem && refusal.className === 'StaleRevision';
  const refused = refusal && !wasStale ? formFaults(refusal) : [];
  const shown = attempt === 0 ? [] : [...faults, ...(faults.length === 0 ? refused : [])];

  return {
    attempt,
    faults: shown,
    errorOf: (field) => shown.find((fault) => fault.field === field)?.message,
    isStale,
    busy: command.isPending,
    submit: () => {
      setAttempt(attempt + 1);
      if (faults.length > 0 || command.isPending) return;
      const sent = { ...body(), key, revision: incident.revision };
      command.mutate(sent, {
        onSuccess: () => {
          showAlert({ type: 'success', title: doneWords });
          onDone();
        },
      });
    },
  };
}
