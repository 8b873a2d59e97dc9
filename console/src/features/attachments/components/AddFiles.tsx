import { ChooseFiles } from '../../../components/ChooseFiles.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import type { Holder } from '../holder.ts';
import { addUploads } from '../sending.ts';
import css from './Attachments.module.css';
import { askAboutUnsent } from './LeavingUnsent.tsx';

/** Describes which files can be attached, for a list that is still empty. */
export const allowedFilesText = (limitBytes: number, keepsPlaces: boolean): string =>
  `Pictures, videos, PDF, Word, Excel, PowerPoint, CSV and text, of ${limitBytes / 1_048_576} MB each at most.${keepsPlaces ? '' : ' Where a picture was taken is removed from it.'}`;

/** Uploads files from the device to an incident or a corrective action. */
export function AddFiles({ holder: { kind, guid, words }, taken }: { holder: Holder; taken: readonly string[] }) {
  const { organization, fileLimitBytes: limitBytes } = useStarted();
  const take = (files: readonly File[]) => {
    askAboutUnsent();
    addUploads(files, { organizationGuid: organization.guid, owner: { kind, guid }, words }, { taken, limitBytes });
  };
  return (
    <div className={css.adding}>
      <ChooseFiles onChosen={take} />
    </div>
  );
}
