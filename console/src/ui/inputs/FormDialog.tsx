import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { Button } from './Button.tsx';
import { ConfirmDialog, DialogActions } from '../feedback/Dialog.tsx';
import { CANCEL_AND_KEEP, DISCARDING, SavedLine } from './DraftForm.tsx';
import css from './FormDialog.module.css';
import { ErrorSummary, type FormError } from './ErrorSummary.tsx';

/** The draft of a dialog and its status. */
export interface DialogDraftStatus {
  /** Whether the fields differ from their initial values. */
  isTyped: boolean;
  /** Whether the draft outlives the dialog. */
  isStored: boolean;
  /** Where and when the draft was saved. */
  status: string | null;
  /** For a restored draft: when it was last changed, and until when it is stored. */
  restored: string | null;
  onDiscard: () => void;
}

interface FormDialogProps
  extends Omit<
    ComponentProps<typeof ConfirmDialog>,
    'opened' | 'busy' | 'onConfirm' | 'onDismiss' | 'cancelLabel' | 'actions' | 'note'
  > {
  /** See useCommandForm and useDialogForm. */
  form: { errors: readonly FormError[]; attempt: number; busy: boolean; submit: () => void; words?: DialogDraftStatus };
  /** Title of a failure that belongs to no field. */
  refused: string;
  /** A notice above the fields: someone else has saved in the meantime. */
  notice?: ReactNode;
}

interface InlineConfirmationProps {
  question: string;
  children: ReactNode;
  onBack: () => void;
}

/** Asks for confirmation in place of the dialog's buttons, so that the fields stay visible. */
function InlineConfirmation({ question, children, onBack }: InlineConfirmationProps) {
  const id = useId();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className={css.asking} role="group" aria-labelledby={id}>
      <p id={id}>{question}</p>
      <DialogActions>
        <Button ref={back} onClick={onBack}>
          Keep writing
        </Button>
        {children}
      </DialogActions>
    </div>
  );
}

/** A dialog for a command and its fields; it shows their errors, and keeps all input. */
export function FormDialog({ form, refused, notice, children, onClose, ...dialog }: FormDialogProps) {
  const { errors, attempt, busy, submit, words } = form;
  const [asking, setAsking] = useState<'close' | 'discard' | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const goOn = () => {
    setAsking(null);
    fields.current
      ?.querySelector<HTMLElement>('textarea, select, input:not([type=radio]), input:checked, input')
      ?.focus();
  };
  const dismiss = () => (asking ? goOn() : words?.isTyped && !busy ? setAsking('close') : onClose());
  return (
    <ConfirmDialog
      {...dialog}
      opened
      busy={busy}
      onConfirm={() => submit()}
      onClose={onClose}
      onDismiss={dismiss}
      cancelLabel={!words?.isTyped ? 'Cancel' : words.isStored ? CANCEL_AND_KEEP : 'Cancel, lose what I typed'}
      note={
        words?.isTyped && (
          <div className={css.draft}>
            <SavedLine status={words.status} />
            {!asking && (
              <Button variant="quiet" size="s" onClick={() => setAsking('discard')}>
                Discard draft
              </Button>
            )}
          </div>
        )
      }
      actions={
        asking === 'close' ? (
          <InlineConfirmation
            question={
              words?.isStored
                ? 'Close this? What you typed stays here as a draft.'
                : 'Close this? What you typed is not kept.'
            }
            onBack={goOn}
          >
            <Button variant="primary" onClick={onClose}>
              {words?.isStored ? 'Close, keep the draft' : 'Close, lose what I typed'}
            </Button>
          </InlineConfirmation>
        ) : asking === 'discard' ? (
          <InlineConfirmation question={`Discard the draft? ${DISCARDING}`} onBack={goOn}>
            <Button
              variant="dangerPrimary"
              onClick={() => {
                words?.onDiscard();
                goOn();
              }}
            >
              Discard draft
            </Button>
          </InlineConfirmation>
        ) : undefined
      }
    >
      <div className={css.fields} ref={fields}>
        {notice}
        {words?.restored && !notice && attempt === 0 && (
          <Banner tone="info">Your draft has been restored. {words.restored}</Banner>
        )}
        <ErrorSummary
          errors={errors}
          attempt={attempt}
          title={errors.some(({ field }) => field) ? undefined : refused}
        />
        {children}
      </div>
    </ConfirmDialog>
  );
}
