import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { Button, ButtonLink } from './Button.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { ConfirmDialog } from '../feedback/Dialog.tsx';
import css from './DraftForm.module.css';
import { Section } from '../layout/Section.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { ThumbBar } from '../layout/ThumbBar.tsx';
import { HiddenOnPhone } from '../layout/VisuallyHidden.tsx';

/** A notice above a form. */
export const Notice = ({ children }: { children: ReactNode }) => <div className={css.notice}>{children}</div>;

/** Texts about the draft, shared by pages and dialogs. */
export const CANCEL_AND_KEEP = 'Cancel, keep the draft';
export const DISCARDING = 'What you typed here is removed from this device.';

/** Discards a draft after confirmation. */
export function DiscardDraft({
  onDiscard,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & { onDiscard: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Discard draft"
        text={DISCARDING}
        danger
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    </>
  );
}

/** Reports that a draft was restored, and offers to discard it. */
export function DraftNotice({ children, onDiscard }: { children: ReactNode; onDiscard: () => void }) {
  return (
    <Notice>
      <Banner tone="info" action={<DiscardDraft size="s" onDiscard={onDiscard} />}>
        {children}
      </Banner>
    </Notice>
  );
}

/** Where and when the draft was saved. If it is shown twice on a page, only one is announced. */
export function SavedLine({
  status,
  icon: Icon = IconDeviceFloppy,
  fallback,
  silent,
}: {
  status: string | null;
  icon?: typeof IconDeviceFloppy;
  fallback?: string;
  silent?: boolean;
}) {
  const text = status ?? fallback;
  return (
    <span className={css.saved} role={silent ? undefined : 'status'}>
      {text && (
        <>
          <Icon size={18} aria-hidden />
          {text}
        </>
      )}
    </span>
  );
}

/** The saved line next to the title of a page; a phone shows it in the thumb bar instead. */
export const SavedAbove = ({ status }: { status: string | null }) => (
  <HiddenOnPhone>
    <SavedLine status={status} />
  </HiddenOnPhone>
);

/** The buttons at the end of a form; on a phone they are in the thumb bar. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;

interface SaveActionsProps {
  label: string;
  busy: boolean;
  cancelTo: string;
  /** Where the draft is saved; null if there is no draft to discard. */
  status: string | null;
  onDiscard: () => void;
}

/** Saves a record, or leaves it unchanged. */
export function SaveActions({ label, busy, cancelTo, status, onDiscard }: SaveActionsProps) {
  const cancel = status ? CANCEL_AND_KEEP : 'Cancel';
  return (
    <>
      <FormActions>
        <SubmitButton size="l" busy={busy} leading={<IconDeviceFloppy size={20} aria-hidden />}>
          {label}
        </SubmitButton>
        <ButtonLink size="l" to={cancelTo}>
          {cancel}
        </ButtonLink>
        {status && <DiscardDraft variant="quiet" leading={<IconTrash size={20} aria-hidden />} onDiscard={onDiscard} />}
      </FormActions>
      <ThumbBar
        note={
          <>
            <SavedLine status={status} silent />
            {status && <DiscardDraft variant="quiet" size="s" onDiscard={onDiscard} />}
          </>
        }
      >
        <SubmitButton size="big" full busy={busy}>
          {label}
        </SubmitButton>
      </ThumbBar>
    </>
  );
}

type Side = 'mine' | 'theirs';

interface VersionsProps<Conflict extends { field: string }> {
  /** Who saved what in the meantime. */
  children: ReactNode;
  /** The newest revision; it grows with every further conflict. */
  revision: number;
  conflicts: readonly Conflict[];
  /** A field's label, and both of its versions as text. */
  describe: (conflict: Conflict) => { id: string; label: string; mine: string; theirs: string; theirsHint: string };
  chosen: ReadonlyMap<string, Side>;
  /** The error of a field that has not been chosen, after an attempt to save. */
  errorOf: (field: string) => string | undefined;
  onChoose: (conflict: Conflict, side: Side) => void;
  onChooseAll: (side: Side) => void;
}

const all: Record<Side, { title: string; text: string }> = {
  mine: {
    title: 'Take all of mine',
    text: 'What they changed in these fields is replaced by yours when you save. The history keeps theirs.',
  },
  theirs: {
    title: 'Take all of theirs',
    text: 'What you typed in these fields is replaced by theirs, here in the form.',
  },
};

/** Chooses one side for every field, after confirmation. */
function AllOfOneSide({ onChooseAll }: { onChooseAll: (side: Side) => void }) {
  const [confirming, setConfirming] = useState<Side | null>(null);
  const confirm = () => {
    if (confirming) onChooseAll(confirming);
    setConfirming(null);
  };
  return (
    <div className={css.allOfOne}>
      {(['mine', 'theirs'] as const).map((side) => (
        <Button key={side} onClick={() => setConfirming(side)}>
          {all[side].title}…
        </Button>
      ))}
      {confirming && (
        <ConfirmDialog
          opened
          onClose={() => setConfirming(null)}
          title={all[confirming].title}
          text={all[confirming].text}
          onConfirm={confirm}
        />
      )}
    </div>
  );
}

/**
 * Resolves a conflict with another user's save: shows who saved, and both versions of every field that both changed.
 * Nothing is preselected. It takes the focus, since saving requires the choices.
 */
export function Versions<Conflict extends { field: string }>({
  children,
  revision,
  conflicts,
  describe,
  chosen,
  errorOf,
  onChoose,
  onChooseAll,
}: VersionsProps<Conflict>) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'start' });
  }, [revision]);
  return (
    <Notice>
      <div ref={notice} tabIndex={-1} role="group" aria-label="Somebody saved first">
        <Banner tone="warning">
          {children}{' '}
          {conflicts.length === 0
            ? 'Your own changes are untouched: save again.'
            : 'You both changed what is below: choose, then save again.'}
        </Banner>
      </div>
      {conflicts.length > 0 && (
        <div className={css.versions}>
          <Section title="Two versions">
            {conflicts.length > 1 && <AllOfOneSide onChooseAll={onChooseAll} />}
            <div className={css.fields}>
              {conflicts.map((conflict) => {
                const { id, label, mine, theirs, theirsHint } = describe(conflict);
                return (
                  <ChoiceField
                    key={conflict.field}
                    id={id}
                    label={label}
                    error={errorOf(id)}
                    options={[
                      { value: 'mine', label: mine, hint: 'Yours' },
                      { value: 'theirs', label: theirs, hint: theirsHint },
                    ]}
                    value={chosen.get(conflict.field) ?? null}
                    onChange={(side) => onChoose(conflict, side)}
                  />
                );
              })}
            </div>
          </Section>
        </div>
      )}
    </Notice>
  );
}
