import { IconAlertCircle, IconDownload, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LocalPicture } from '../../../components/LocalPicture.tsx';
import { saveFile } from '../../../lib/api/save-file.ts';
import { queuedUploads } from '../../../lib/offline/upload-queue-storage.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { formatSize } from '../labels.ts';
import type { FilesOwner } from '../holder.ts';
import { cancelUpload, tryAgain, useUnsent } from '../sending.ts';
import type { Unsent } from '../unsent.ts';
import css from './Attachments.module.css';

/** Upload progress of a file, or why it was rejected. */
function UploadStatus({ file: { name, status, sent, refused, isLocked, content } }: { file: Unsent }) {
  if (refused) {
    const whereabouts = isLocked
      ? ' It stays on this device until you save or remove it.'
      : ' Save it before you close this page.';
    return (
      <span className={`${css.withIcon} ${css.error}`}>
        <IconAlertCircle size={16} aria-hidden />
        <span>
          Not added. {refused.text}
          {!refused.mayRetry && whereabouts}
        </span>
      </span>
    );
  }
  if (status === 'WAITING') return `Waiting for its turn, ${formatSize(content.size)}`;
  if (status === 'CHECKING') return 'Sent, being looked at';
  if (status === 'ADDED') return 'Added';
  return (
    <>
      <span>
        Sending, {Math.floor(sent * 100)} % of {formatSize(content.size)}
      </span>
      <br />
      <progress className={css.progress} max={1} value={sent} aria-label={`Sending ${name}`} />
    </>
  );
}

/** Number of files of other users that are stored on this device. */
function useOthersFiles(): number {
  const { user } = useStarted();
  const [count, setCount] = useState(0);
  useEffect(
    () =>
      void queuedUploads(user.guid).then(
        ({ others }) => setCount(others),
        () => undefined,
      ),
    [user.guid],
  );
  return count;
}

/** Files that are not yet uploaded, with their progress. Without an owner, all of them, each with its destination. */
export function UnsentFiles({ owner }: { owner: FilesOwner | null }) {
  const files = useUnsent(owner?.guid ?? null);
  const others = useOthersFiles();
  const container = useRef<HTMLDivElement>(null);
  // The pressed button disappears. Focus the group, so that Tab continues from here.
  const cancel = (attachmentGuid: string) => {
    cancelUpload(attachmentGuid);
    container.current?.focus({ preventScroll: true });
  };
  const refused = files.filter((file) => file.refused);
  const remaining = files.length - refused.length;
  return (
    <div ref={container} tabIndex={-1} role="group" aria-label="On the way">
      <VisuallyHidden>
        <span role="status">
          {[
            remaining > 0 && `${remaining} ${remaining === 1 ? 'file is' : 'files are'} on the way`,
            ...refused.map(({ name, refused: why }) => `${name} was not added. ${why!.text}`),
          ]
            .filter(Boolean)
            .join('. ')}
        </span>
      </VisuallyHidden>
      {files.length > 0 && (
        <RowList label="Not added yet">
          {files.map((file) => (
            <Row
              key={file.attachmentGuid}
              over={owner ? undefined : `To ${file.to.words}`}
              picture={<LocalPicture file={file.content}>{null}</LocalPicture>}
              title={file.name}
              under={<UploadStatus file={file} />}
              actions={
                <>
                  {file.refused?.mayRetry && (
                    <Button
                      size="s"
                      leading={<IconRefresh size={18} aria-hidden />}
                      aria-label={`Try again to add ${file.name}`}
                      onClick={() => tryAgain(file.attachmentGuid)}
                    >
                      Try again
                    </Button>
                  )}
                  {file.refused && (
                    <Button
                      size="s"
                      leading={<IconDownload size={18} aria-hidden />}
                      aria-label={`Save ${file.name} on this device`}
                      onClick={() => saveFile(file.content, file.name)}
                    >
                      Save
                    </Button>
                  )}
                  {file.status !== 'CHECKING' && file.status !== 'ADDED' && (
                    <Button
                      size="s"
                      leading={<IconX size={18} aria-hidden />}
                      aria-label={`Remove ${file.name}`}
                      onClick={() => cancel(file.attachmentGuid)}
                    >
                      Remove
                    </Button>
                  )}
                </>
              }
            />
          ))}
        </RowList>
      )}
      {others > 0 && (
        <p className={css.small}>
          {others === 1 ? 'A file of somebody else waits' : `${others} files of other people wait`} on this device,
          locked until they sign in here.
        </p>
      )}
    </div>
  );
}
