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

/** What is asked by a dialog of names that count once they are verified: another one, or that one goes. */
export function useAskedName<Name>(label: string) {
  const [asked, setAsked] = useState<'add' | Name | null>(null);
  return {
    isAdding: asked === 'add',
    removed: asked === 'add' ? null : asked,
    remove: (name: Name) => setAsked(() => name),
    close: () => setAsked(null),
    addButton: (variant: ButtonVariant) => (
      <Button variant={variant} leading={<IconPlus size={20} aria-hidden />} onClick={() => setAsked('add')}>
        {label}
      </Button>
    ),
  };
}

interface NameRowProps {
  name: string;
  badge: ReactNode;
  under?: ReactNode;
  /** What one press does to it, with what is said of it then; nothing where there is nothing to be done. */
  press?: { label: string; send: () => Promise<unknown>; done: string; refused: string } | undefined;
  /** Without it, it stays. */
  onRemove?: (() => void) | undefined;
}

/** Such a name, and what is done with it. */
export function NameRow({ name, badge, under, press, onRemove }: NameRowProps) {
  const pressed = useInstantCommand();
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
                aria-busy={pressed.busy || undefined}
                onClick={() => void pressed.press(press.send, press.done, press.refused)}
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
  /** What the name is called in the request, and what is said where it is missing. */
  field: Field;
  missing: string;
  input: ComponentProps<typeof TextField>;
  send: (body: Record<Field, string>, key: string) => Promise<Done>;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Asks for another one. */
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
