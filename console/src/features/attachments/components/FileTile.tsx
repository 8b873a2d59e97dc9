import {
  IconAlertTriangle,
  IconDotsVertical,
  IconDownload,
  IconPencil,
  IconShieldCheck,
  IconTrash,
  IconTrashX,
  IconUsers,
} from '@tabler/icons-react';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { Menu } from '../../../ui/layout/Menu.tsx';
import type { MenuEntry } from '../../../ui/layout/MenuPopover.tsx';
import { isCleaned, isShown, kindLabel, formatSize } from '../labels.ts';
import { shownIn, type Holder } from '../holder.ts';
import css from './Attachments.module.css';
import { download } from './download.ts';
import type { FileDialogKind } from './FileDialog.tsx';
import { FileIcon } from './FileIcon.tsx';
import { SmallPicture } from './SmallPicture.tsx';
import { useRemoval } from './removal.ts';

interface FileTileProps {
  file: Attachment;
  holder: Holder;
  onAsk: (what: FileDialogKind) => void;
}

/** Tile of a file with its preview, metadata and commands. */
export function FileTile({ file, holder, onAsk }: FileTileProps) {
  const { organization } = useStarted();
  const { remove } = useRemoval(holder);
  const { attachmentGuid, name, contentType, size, addedBy, addedAt, allowedCommands, personGuids } = file;
  const address = { organizationGuid: organization.guid, owner: holder, attachmentGuid };
  const may = (command: Attachment['allowedCommands'][number]) => allowedCommands.includes(command);
  const downloadFile = () => void download(address, file);
  const shows = shownIn(holder, personGuids);
  const entries: MenuEntry[] = [
    { label: 'Download', icon: <IconDownload size={18} aria-hidden />, onSelect: downloadFile },
    ...(may('change')
      ? [{ label: 'Rename…', icon: <IconPencil size={18} aria-hidden />, onSelect: () => onAsk('rename') }]
      : []),
    ...(may('change') && holder.people.length > 0
      ? [{ label: 'Say whom it shows…', icon: <IconUsers size={18} aria-hidden />, onSelect: () => onAsk('people') }]
      : []),
    ...(may('delete')
      ? [{ label: 'Remove', icon: <IconTrash size={18} aria-hidden />, onSelect: () => void remove(file) }]
      : []),
    ...(may('erase')
      ? [
          {
            label: 'Erase for good…',
            icon: <IconTrashX size={18} aria-hidden />,
            danger: true,
            onSelect: () => onAsk('erase'),
          },
        ]
      : []),
  ];
  const icon = <FileIcon contentType={contentType} size={40} />;
  return (
    <li className={css.tile}>
      <button
        type="button"
        className={css.face}
        aria-label={isShown(file) ? `Open ${name}` : `Download ${name}`}
        onClick={isShown(file) ? () => onAsk('open') : downloadFile}
      >
        {isShown(file) ? (
          <SmallPicture file={address} width="320" alt="">
            {icon}
          </SmallPicture>
        ) : (
          icon
        )}
      </button>
      <div className={css.details}>
        <span className={css.name}>{name}</span>
        <span className={css.small}>
          {kindLabel(contentType)}, {formatSize(size)}
        </span>
        <span className={css.small} title={viewersTime(addedAt)}>
          {addedBy.name}, {formatInstant(addedAt, holder.timeZone)}
        </span>
        {shows && <span className={css.small}>Shows {shows}</span>}
        {file.isDamaged && (
          <span className={`${css.small} ${css.withIcon} ${css.warning}`}>
            <IconAlertTriangle size={16} aria-hidden />
            Damaged: part of it is missing
          </span>
        )}
        {isCleaned(file) && (
          <span className={`${css.small} ${css.withIcon}`}>
            <IconShieldCheck size={16} aria-hidden />
            Position or hidden data removed
          </span>
        )}
      </div>
      <Menu
        label={name}
        button={{
          variant: 'quiet',
          size: 's',
          'aria-label': `More actions for ${name}`,
          leading: <IconDotsVertical size={20} aria-hidden />,
          children: 'More',
        }}
        entries={entries}
      />
    </li>
  );
}
