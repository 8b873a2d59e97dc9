import { IconArrowLeft, IconLock, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { askBeforeSignOut, signOut } from '../../../lib/sign-out.ts';
import { BarePage } from '../../../ui/BarePage.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DialogActions } from '../../../ui/Dialog.tsx';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { sizeWords } from '../file-words.ts';
import { isAnyAtStake, leaveOutAll, settled, useAtStake } from '../sending.ts';

/** From now on a sign-out asks about files that have not been sent. */
export const askAboutFiles = (): void => askBeforeSignOut({ isDue: isAnyAtStake, ask: () => <LeavingFiles /> });

/** Asks whoever signs out what becomes of files that have not been sent: stay, keep them locked on the device, or delete them. */
function LeavingFiles() {
  const files = useAtStake();
  const navigate = useNavigate();
  const isKept = files.every(({ isLocked }) => isLocked);
  const stay = () => void (history.length > 1 ? navigate(-1) : navigate(paths.home(), { replace: true }));
  const leave = (first: () => Promise<void>) => void first().then(signOut);
  const count = files.length === 1 ? '1 file has' : `${files.length} files have`;
  return (
    <BarePage>
      <h1 tabIndex={-1}>{files.length === 0 ? 'Everything has been sent' : `${count} not been sent`}</h1>
      {files.length > 0 && (
        <>
          <RowList label="Not sent yet">
            {files.map(({ attachmentGuid, name, content, isLocked }) => (
              <Row key={attachmentGuid} title={name} under={`${sizeWords(content.size)}, ${isLocked ? 'kept on this device, locked' : 'lost with a sign-out'}`} />
            ))}
          </RowList>
          <p>{isKept ? 'What is kept is sent when you sign in on this device again. Nobody else reads it.' : 'What this device does not keep is lost when you sign out.'}</p>
        </>
      )}
      <DialogActions>
        <Button leading={<IconArrowLeft size={20} aria-hidden />} onClick={stay}>
          Do not sign out
        </Button>
        {files.length > 0 && (
          <Button variant="danger" leading={<IconTrash size={20} aria-hidden />} onClick={() => leave(leaveOutAll)}>
            Delete and sign out
          </Button>
        )}
        <Button variant="primary" leading={<IconLock size={20} aria-hidden />} onClick={() => leave(settled)}>
          {files.length === 0 ? 'Sign out' : 'Keep locked and sign out'}
        </Button>
      </DialogActions>
    </BarePage>
  );
}
