import { useState, type ReactNode } from 'react';
import type { Attachment, AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import type { Holder } from '../holder.ts';
import css from './Attachments.module.css';
import { AddFiles, kindsToAttach } from './AddFiles.tsx';
import { AwaitedFiles } from './AwaitedFiles.tsx';
import { FileDialog, type AskedOfFile } from './FileDialog.tsx';
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
  const [asked, setAsked] = useState<{ file: Attachment; what: AskedOfFile } | null>(null);
  const there = items.filter(({ state }) => state === 'ATTACHED');
  const removed = items.filter(({ state }) => state !== 'ATTACHED');
  const adding = mayAdd && <AddFiles holder={holder} taken={there.map(({ name }) => name)} />;
  return (
    <Stack>
      <Section
        title="Attachments"
        action={there.length > 0 && <small>{there.length === 1 ? '1 file' : `${there.length} files`}</small>}
      >
        {notice && <div className={css.above}>{notice}</div>}
        {adding && there.length > 0 && <div className={css.above}>{adding}</div>}
        {!asOf && <UnsentFiles owner={holder} />}
        {there.length > 0 ? (
          <ul className={css.tiles} aria-label="Attachments">
            {there.map((file) => (
              <FileTile
                key={file.attachmentGuid}
                file={file}
                holder={holder}
                onAsk={(what) => setAsked({ file, what })}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No files"
            text={mayAdd ? kindsToAttach(fileLimitBytes, features.has('KEEP_PHOTO_LOCATION')) : empty}
            action={adding}
          />
        )}
      </Section>
      <AwaitedFiles awaited={awaited} mayAdd={mayAdd} owner={holder} />
      <RemovedFiles files={removed} holder={holder} onErase={(file) => setAsked({ file, what: 'erase' })} />
      {asked && (
        <FileDialog
          key={`${asked.file.attachmentGuid} ${asked.what}`}
          {...asked}
          holder={holder}
          onAsk={(what) => setAsked({ ...asked, what })}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}
