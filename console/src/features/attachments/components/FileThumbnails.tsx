import { lazy, Suspense, useState } from 'react';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import type { Holder } from '../holder.ts';
import { formatSize, isShown } from '../labels.ts';
import { download } from './download.ts';
import css from './FileThumbnails.module.css';
import { FileIcon } from './FileIcon.tsx';
import { SmallPicture } from './SmallPicture.tsx';

const PictureDialog = lazy(async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog }));

interface FileThumbnailsProps {
  organizationGuid: string;
  holder: Holder;
  files: readonly Attachment[];
}

/** Files as thumbnails with their names: a photo opens, any other file is downloaded. */
export function FileThumbnails({ organizationGuid, holder, files }: FileThumbnailsProps) {
  const [opened, setOpened] = useState<Attachment | null>(null);
  const addressOf = ({ attachmentGuid }: Attachment) => ({ organizationGuid, owner: holder, attachmentGuid });
  return (
    <>
      <ul className={css.tiles} aria-label="Attachments">
        {files.map((file) => (
          <li key={file.attachmentGuid}>
            <button
              type="button"
              className={css.tile}
              onClick={() => (isShown(file) ? setOpened(file) : void download(addressOf(file), file))}
            >
              <span className={css.face}>
                <Preview file={file} organizationGuid={organizationGuid} holder={holder} />
              </span>
              <span className={css.words}>
                <span className={css.name}>
                  <VisuallyHidden>{isShown(file) ? 'Open ' : 'Download '}</VisuallyHidden>
                  {file.name}
                </span>
                <span className={css.size}>{formatSize(file.size)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <PictureDialog file={opened} holder={holder} address={addressOf(opened)} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Thumbnails in a row, for a dialog: the page beneath it has them to open. */
export function SmallThumbnails({ organizationGuid, holder, files }: FileThumbnailsProps) {
  return (
    <ul className={css.strip} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.attachmentGuid} className={css.small} title={file.name}>
          <Preview file={file} organizationGuid={organizationGuid} holder={holder} alt={file.name} />
        </li>
      ))}
    </ul>
  );
}

interface PreviewProps extends Omit<FileThumbnailsProps, 'files'> {
  file: Attachment;
  alt?: string;
}

function Preview({ file, organizationGuid, holder, alt = '' }: PreviewProps) {
  const icon = (
    <>
      <FileIcon contentType={file.contentType} size={28} />
      {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
    </>
  );
  if (!isShown(file)) return icon;
  return (
    <SmallPicture file={{ organizationGuid, owner: holder, attachmentGuid: file.attachmentGuid }} width="320" alt={alt}>
      {icon}
    </SmallPicture>
  );
}
