import { IconArrowBackUp } from '@tabler/icons-react';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { kindLabel, formatSize } from '../labels.ts';
import type { FilesOwner } from '../holder.ts';
import { useRemoval } from './removal.ts';

interface RemovedFilesProps {
  files: readonly Attachment[];
  holder: FilesOwner;
  onErase: (file: Attachment) => void;
}

/** Removed files that the user may restore. */
export function RemovedFiles({ files, holder, onErase }: RemovedFilesProps) {
  const { restore } = useRemoval(holder);
  if (files.length === 0) return null;
  return (
    <Section title="Removed">
      <RowList label="Removed">
        {files.map((file) => (
          <Row
            key={file.attachmentGuid}
            title={file.name}
            under={`${kindLabel(file.contentType)}, ${formatSize(file.size)}. ${file.state === 'ERASED' ? 'Erased, and not destroyed yet.' : 'Nobody is shown it.'}`}
            actions={
              <>
                <Button
                  size="s"
                  leading={<IconArrowBackUp size={18} aria-hidden />}
                  aria-label={`Restore ${file.name}`}
                  onClick={() => void restore(file)}
                >
                  Restore
                </Button>
                {file.allowedCommands.includes('erase') && (
                  <Button
                    size="s"
                    variant="danger"
                    aria-label={`Erase for good… ${file.name}`}
                    onClick={() => onErase(file)}
                  >
                    Erase for good…
                  </Button>
                )}
              </>
            }
          />
        ))}
      </RowList>
    </Section>
  );
}
