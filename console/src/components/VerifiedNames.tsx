import { IconPlus } from '@tabler/icons-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import type { z } from 'zod';
import { Button, type ButtonVariant } from '../ui/inputs/Button.tsx';
import { FormDialog } from '../ui/inputs/FormDialog.tsx';
import { Row } from '../ui/data/RowList.tsx';
import { TextField } from '../ui/inputs/TextField.tsx';
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx';
import { useDialogForm } from '../lib/forms/dialog-draft.tsx';
import { useInstantCommand } from '../lib/api/instant-command.ts';

/**
 * State of the dialogs that add a name or remove one. Names are email addresses or domains that have to be verified.
 */
export function useNameDialogs<Name>(label: string) {
  const [dialogName, setDialogName] = useState<'add' | Name | null>(null);
  return {
    isAdding: dialogName === 'add',
    removed: dialogName === 'add' ? null : dialogName,
    remove: (name: Name) => setDialogName(() => name),
    close: () => setDialogName(null),
    addButton: (variant: ButtonVariant) => (
      <Button variant={variant} leading={<IconPlus size={20} aria-hidden />} onClick={() => setDialogName('add')}>
        {label}
      </Button>
    ),
  };
}

interface NameRowProps {
  name: string;
  badge: ReactNode;
  under?: ReactNode;
  /** Action button of the row with its alert titles, or undefined when there is none. */
  press?: { label: string; send: () => Promise<unknown>; done: string; refused: string } | undefined;
  /** Without it, the name cannot be removed. */
  onRemove?: (() => void) | undefined;
}

/** Row of a verified or unverified name, with its actions. */
export function NameRow({ name, badge, under, press, onRemove }: NameRowProps) {
  const instantCommand = useInstantCommand();
  const named = <VisuallyHidden> {name}</VisuallyHidden>;
  return (
    <Row
      title={name}
      badge={badge}
      under={under}
      actions={
        onRemove && (
          <>
            {press && (
              <Button
                aria-busy={instantCommand.busy || undefined}
                onClick={() => void instantCommand.press(press.send, press.done, press.refused)}
              >
                {press.label}
                {named}
              </Button>
            )}
            <Button onClick={onRemove}>
              Remove…
              {named}
            </Button>
          </>
        )
      }
    />
  );
}

interface AddNameDialogProps<Field extends string, Done> {
  title: string;
  text: string;
  confirmLabel?: string;
  refused: string;
  schema: z.ZodType<unknown, Record<Field, string>>;
  /** Name of the field in the request, and the error when it is empty. */
  field: Field;
  missing: string;
  input: ComponentProps<typeof TextField>;
  send: (body: Record<Field, string>, key: string) => Promise<Done>;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Dialog that adds a name. */
export function AddNameDialog<Field extends string, Done>({
  schema,
  field,
  missing,
  input,
  send,
  onDone,
  ...dialog
}: AddNameDialogProps<Field, Done>) {
  const form = useDialogForm(schema, {
    start: { [field]: '' } as Record<string, string>,
    bodyOf: (fields) => ({ [field]: fields[field]!.trim() }) as Record<Field, string>,
    check: (fields) => (fields[field]!.trim() ? [] : [{ field, message: missing }]),
    send,
    onDone: (done) => {
      onDone(done);
      dialog.onClose();
    },
  });
  return (
    <FormDialog form={form} {...dialog}>
      <TextField {...input} {...form.typed(field)} />
    </FormDialog>
  );
}
