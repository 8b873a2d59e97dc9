import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useDraft, type DraftHandle } from '../../../lib/forms/drafts.ts';

/** Renders its children once the draft has been read from the device. The name begins with the user's GUID. */
export function Kept<Fields>({
  name,
  children,
}: {
  name: string;
  children: (draft: DraftHandle<Fields>) => ReactNode;
}) {
  const draft = useDraft<Fields>(`dialog:${name}`);
  return draft.restored === undefined ? null : children(draft);
}

type Given<Fields extends FieldValues, Body, Done> = Parameters<typeof useCommandForm<Fields, Body, Done>>;

/** Form of a step whose draft survives a reload, until it is sent. */
export function useKeptForm<Fields extends FieldValues, Body, Done>(
  draft: DraftHandle<Fields>,
  schema: Given<Fields, Body, Done>[0],
  ask: Given<Fields, Body, Done>[1],
): CommandForm<Fields> & { status: string | null } {
  const [pristine] = useState(ask.start);
  const [isTyped, setTyped] = useState(!!draft.restored);
  const form = useCommandForm<Fields, Body, Done>(schema, {
    ...ask,
    start: { ...pristine, ...draft.restored?.value },
    onTyped: (fields) => {
      const differs = JSON.stringify(fields) !== JSON.stringify(pristine);
      setTyped(differs);
      if (differs) draft.save(fields);
      else void draft.discard();
    },
    onDone: (done) => {
      void draft.discard();
      ask.onDone(done);
    },
  });
  return { ...form, status: isTyped ? draft.status : null };
}
