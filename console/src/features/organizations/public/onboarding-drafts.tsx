import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useDraft, type DraftHandle } from '../../../lib/forms/drafts.ts';

/** Renders its children once the draft has been read from the device. The name begins with the user's GUID. */
export function OnboardingDraft<Fields>({
  name,
  children,
}: {
  name: string;
  children: (draft: DraftHandle<Fields>) => ReactNode;
}) {
  const draft = useDraft<Fields>(`dialog:${name}`);
  return draft.restored === undefined ? null : children(draft);
}

type FormArguments<Fields extends FieldValues, Body, Done> = Parameters<typeof useCommandForm<Fields, Body, Done>>;

/** Form of a step whose draft survives a reload, until it is sent. */
export function useDraftForm<Fields extends FieldValues, Body, Done>(
  draft: DraftHandle<Fields>,
  schema: FormArguments<Fields, Body, Done>[0],
  options: FormArguments<Fields, Body, Done>[1],
): CommandForm<Fields> & { status: string | null } {
  const [pristine] = useState(options.start);
  const [isChanged, setChanged] = useState(!!draft.restored);
  const form = useCommandForm<Fields, Body, Done>(schema, {
    ...options,
    start: { ...pristine, ...draft.restored?.value },
    onTyped: (fields) => {
      const differs = JSON.stringify(fields) !== JSON.stringify(pristine);
      setChanged(differs);
      if (differs) draft.save(fields);
      else void draft.discard();
    },
    onDone: (done) => {
      void draft.discard();
      options.onDone(done);
    },
  });
  return { ...form, status: isChanged ? draft.status : null };
}
