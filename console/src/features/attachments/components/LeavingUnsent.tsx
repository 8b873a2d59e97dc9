import { IconArrowLeft, IconLock, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { discard } from '../../../lib/offline/outbox.ts';
import { isStored, storedReports, useStoredReports } from '../../../lib/offline/outbox-storage.ts';
import { paths } from '../../../lib/url/paths.ts';
import { askBeforeSignOut, signOut } from '../../../lib/session/sign-out.ts';
import { BarePage } from '../../../ui/layout/BarePage.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DialogActions } from '../../../ui/feedback/Dialog.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { formatSize } from '../labels.ts';
import { hasPendingUploads, cancelAllUploads, queueSettled, usePendingUploads } from '../sending.ts';

/** Registers the question about unsent reports and files that is asked before a sign-out. */
export const askAboutUnsent = (): void =>
  askBeforeSignOut({ isDue: () => hasPendingUploads() || storedReports().length > 0, ask: () => <LeavingUnsent /> });

const countLabel = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${what}` : `${count} ${what}s`];
const storageLabel = (isLocked: boolean): string => (isLocked ? 'kept on this device, locked' : 'lost with a sign-out');

/**
 * Asks before a sign-out what to do with unsent reports and files: stay, keep them encrypted on the device, or delete
 * them.
 */
function LeavingUnsent() {
  const files = usePendingUploads();
  const reports = useStoredReports();
  const navigate = useNavigate();
  const areAllStored = files.every(({ isLocked }) => isLocked) && reports.every(isStored);
  const stay = () => void (history.length > 1 ? navigate(-1) : navigate(paths.home(), { replace: true }));
  const leave = (first: () => Promise<void>) => void first().then(signOut);
  const deleteAll = async () => {
    for (const { key } of reports) await discard(key);
    await cancelAllUploads();
  };
  const count = files.length + reports.length;
  const title = `${[...countLabel(reports.length, 'report'), ...countLabel(files.length, 'file')].join(' and ')} ${count === 1 ? 'has' : 'have'} not been sent`;
  return (
    <BarePage>
      <h1 tabIndex={-1}>{count === 0 ? 'Everything has been sent' : title}</h1>
      {count > 0 && (
        <>
          <RowList label="Not sent yet">
            {reports.map((report) => (
              <Row
                key={report.key}
                title={headingOf(report.body.description)}
                under={`${report.formName}, ${storageLabel(isStored(report))}`}
              />
            ))}
            {files.map(({ attachmentGuid, name, content, isLocked }) => (
              <Row
                key={attachmentGuid}
                title={name}
                under={`${formatSize(content.size)}, ${storageLabel(!!isLocked)}`}
              />
            ))}
          </RowList>
          <p>
            {areAllStored
              ? 'What is kept is sent when you sign in on this device again. Nobody else reads it.'
              : 'What this device does not keep is lost when you sign out.'}
          </p>
        </>
      )}
      <DialogActions>
        <Button leading={<IconArrowLeft size={20} aria-hidden />} onClick={stay}>
          Do not sign out
        </Button>
        {count > 0 && (
          <Button variant="danger" leading={<IconTrash size={20} aria-hidden />} onClick={() => leave(deleteAll)}>
            Delete and sign out
          </Button>
        )}
        <Button variant="primary" leading={<IconLock size={20} aria-hidden />} onClick={() => leave(queueSettled)}>
          {count === 0 ? 'Sign out' : 'Keep locked and sign out'}
        </Button>
      </DialogActions>
    </BarePage>
  );
}
