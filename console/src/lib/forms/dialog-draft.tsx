import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { DialogDraftStatus } from '../../ui/inputs/FormDialog.tsx';
import { useCommandForm, type CommandForm } from './command-form.ts';
import { lastChangedText, useDraft, type DraftHandle } from './drafts.ts';
import { useStarted } from '../session/startup.ts';

const DraftContext = createContext<DraftHandle<FieldValues> | null>(null);

/** How long a dialog waits for the device's storage. */
const PATIENCE_MS = 2_000;

/**
 * Stores the form of the dialog inside as a draft on this device, under this name. The dialog is shown once storage has
 * answered, or without a draft after two seconds.
 */
export function DialogDraft({ name, children }: { name: string; children: ReactNode }) {
  const { user, organization } = useStarted();
  const draft = useDraft<FieldValues>(`dialog:${user.guid}:${organization.guid}:${name}`);
  const isRead = draft.restored !== undefined;
  const [isTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(() => setTimedOut(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isRead]);
  return isTimedOut || isRead ? <DraftContext value={isTimedOut ? null : draft}>{children}</DraftContext> : null;
}

export interface DialogForm<Fields extends FieldValues> extends CommandForm<Fields> {
  words: DialogDraftStatus;
}

type Given<Fields extends FieldValues, Body, Done> = Parameters<typeof useCommandForm<Fields, Body, Done>>;

/**
 * The form of a command in a dialog. Its draft is restored when the dialog is opened again, until it is sent or
 * discarded.
 */
export function useDialogForm<Fields extends FieldValues, Body, Done>(
  schema: Given<Fields, Body, Done>[0],
  options: Given<Fields, Body, Done>[1],
): DialogForm<Fields> {
  const draft = useContext(DraftContext);
  const [pristine] = useState(options.start);
  const [storedDraft] = useState(draft?.restored ?? null);
  const [isTyped, setTyped] = useState(storedDraft !== null);
  const [isBack, setBack] = useState(storedDraft !== null);
  const form = useCommandForm<Fields, Body, Done>(schema, {
    ...options,
    start: { ...pristine, ...(storedDraft?.value as Partial<Fields> | undefined) },
    onTyped: (fields) => {
      const differs = JSON.stringify(fields) !== JSON.stringify(pristine);
      setTyped(differs);
      if (differs) draft?.save(fields);
      else void draft?.discard();
    },
    onDone: (done) => {
      void draft?.discard();
      options.onDone(done);
    },
  });
  const discard = () => {
    form.controls.reset(pristine as Parameters<typeof form.controls.reset>[0]);
    setTyped(false);
    setBack(false);
    void draft?.discard();
  };
  return {
    ...form,
    words: {
      isTyped,
      isStored: draft?.isStored ?? false,
      status: isTyped ? (draft?.status ?? null) : null,
      restored: isBack && storedDraft ? lastChangedText(storedDraft) : null,
      onDiscard: discard,
    },
  };
}
