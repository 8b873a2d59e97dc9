import { IconArchive, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import css from './NoLongerUsed.module.css';

interface NoLongerUsedProps {
  /** What follows from archiving, or from deleting. */
  text: string;
  onArchive: () => void;
  /** Left out where it is not deleted: something hangs on it. */
  onDelete?: (() => void) | false;
}

/** The ways to be done with a worksite or a reporting group. */
export function NoLongerUsed({ text, onArchive, onDelete }: NoLongerUsedProps) {
  return (
    <Section title="Once it is no longer used">
      <p className={css.words}>{text}</p>
      <div className={css.actions}>
        <Button leading={<IconArchive size={20} aria-hidden />} onClick={onArchive}>
          Archive…
        </Button>
        {onDelete && (
          <Button variant="danger" leading={<IconTrash size={20} aria-hidden />} onClick={onDelete}>
            Delete…
          </Button>
        )}
      </div>
    </Section>
  );
}
