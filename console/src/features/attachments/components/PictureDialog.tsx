import { IconDownload, IconPencil } from '@tabler/icons-react';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { formatInstant } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx';
import type { FileAddress } from '../api.ts';
import { isCleaned, kindLabel, formatSize } from '../labels.ts';
import { shownIn, type Holder } from '../holder.ts';
import css from './Attachments.module.css';
import { download } from './download.ts';
import { FileIcon } from './FileIcon.tsx';
import { SmallPicture } from './SmallPicture.tsx';

interface PictureDialogProps {
  file: Attachment;
  holder: Holder;
  address: FileAddress;
  /** Asks for a new name; without it the file cannot be renamed here. */
  onRename?: () => void;
  onClose: () => void;
}

/** Shows a large preview of an image with its metadata. */
export function PictureDialog({ file, holder, address, onRename, onClose }: PictureDialogProps) {
  const { name, contentType, size, addedBy, addedAt, personGuids, allowedCommands } = file;
  const shows = shownIn(holder, personGuids);
  return (
    <Dialog opened onClose={onClose} title={name} width={960}>
      <div className={css.pictureFrame}>
        <SmallPicture file={address} width="1280" className={css.picture} alt={name}>
          <FileIcon contentType={contentType} size={48} />
        </SmallPicture>
      </div>
      <p className={`${css.small} ${css.about}`}>
        {kindLabel(contentType)}, {formatSize(size)}. Added by {addedBy.name},{' '}
        {formatInstant(addedAt, holder.timeZone, { withZone: true })}.{shows && ` Shows ${shows}.`}
        {file.isDamaged && ' Damaged: part of the picture is missing. Add it again if you still have it.'}
        {isCleaned(file) &&
          ' Location data, or data after the end of the picture, was removed before the file was stored.'}
      </p>
      <DialogActions>
        {onRename && allowedCommands.includes('change') && (
          <Button leading={<IconPencil size={20} aria-hidden />} onClick={onRename}>
            Rename…
          </Button>
        )}
        <Button
          variant="primary"
          leading={<IconDownload size={20} aria-hidden />}
          onClick={() => void download(address, file)}
        >
          Download
        </Button>
      </DialogActions>
    </Dialog>
  );
}
