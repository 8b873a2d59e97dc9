import { useState, type ReactNode } from 'react';
import type { Attachment, AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import type { Holder } from '../holder.ts';
import css from './Attachments.module.css';
import { AddFiles, allowedFilesText } from './AddFiles.tsx';
import { AwaitedFiles } from './AwaitedFiles.tsx';
import { FileDialog, type FileDialogKind } from './FileDialog.tsx';
import { FileTile } from './FileTile.tsx';
import { RemovedFiles } from './RemovedFiles.tsx';
import { UnsentFiles } from './UnsentFiles.tsx';

interface FileListProps {
  holder: Holder;
  list: AttachmentList;
  /** Shown above the files. */
  notice?: ReactNode;
  /** Text of the empty list for users who may not add files. */
  empty: string;
}

/** Lists stored, uploading, announced and removed files. */
export function FileList({ holder, list: { items, awaited, mayAdd, asOf }, notice, empty }: FileListProps) {
  const { features, fileLimitBytes } = useStarted();
  const [dialog, setDialog] = useState<{ file: Attachment; what: FileDialogKind } | null>(null);
  const attached = items.filter(({ state }) => state === 'ATTACHED');
  const removed = items.filter(({ state }) => state !== 'ATTACHED');
  const adding = mayAdd && <AddFiles holder={holder} taken={attached.map(({ name }) => name)} />;
  return (
    <Stack>
      <Section
        title="Attachments"
        action={attached.length > 0 && <small>{attached.length === 1 ? '1 file' : `${attached.length} files`}</small>}
      >
        {notice && <div className={css.above}>{notice}</div>}
        {adding && attached.length > 0 && <div className={css.above}>{adding}</div>}
        {!asOf && <UnsentFiles owner={holder} />}
        {attached.length > 0 ? (
          <ul className={css.tiles} aria-label="Attachments">
            {attached.map((file) => (
              <FileTile
                key={file.attachmentGuid}
                file={file}
                holder={holder}
                onAsk={(what) => setDialog({ file, what })}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No files"
            text={mayAdd ? allowedFilesText(fileLimitBytes, features.has('KEEP_PHOTO_LOCATION')) : empty}
            action={adding}
          />
        )}
      </Section>
      <AwaitedFiles awaited={awaited} mayAdd={mayAdd} owner={holder} />
      <RemovedFiles files={removed} holder={holder} onErase={(file) => setDialog({ file, what: 'erase' })} />
      {dialog && (
        <FileDialog
          key={`${dialog.file.attachmentGuid} ${dialog.what}`}
          {...dialog}
          holder={holder}
          onAsk={(what) => setDialog({ ...dialog, what })}
          onClose={() => setDialog(null)}
        />
      )}
    </Stack>
  );
}
