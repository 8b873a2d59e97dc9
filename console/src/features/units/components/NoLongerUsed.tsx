import { IconArchive, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import css from './NoLongerUsed.module.css';

interface NoLongerUsedProps {
  /** Consequences of archiving or deleting. */
  text: string;
  onArchive: () => void;
  /** Omitted if something refers to the unit, so that it cannot be deleted. */
  onDelete?: (() => void) | false;
}

/** Section with the buttons that archive or delete a worksite or a reporting group. */
export function NoLongerUsed({ text, onArchive, onDelete }: NoLongerUsedProps) {
  return (
    <Section title="Once it is no longer used">
      <p className={css.text}>{text}</p>
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
