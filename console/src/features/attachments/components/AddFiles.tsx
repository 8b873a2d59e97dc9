import { ChooseFiles } from '../../../components/ChooseFiles.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import type { Holder } from '../holder.ts';
import { add } from '../sending.ts';
import css from './Attachments.module.css';
import { askAboutUnsent } from './LeavingUnsent.tsx';

/** What may be attached, for whoever looks for something to attach. */
export const kindsToAttach = (limitBytes: number, keepsPlaces: boolean): string =>
  `Pictures, videos, PDF, Word, Excel, PowerPoint, CSV and text, of ${limitBytes / 1_048_576} MB each at most.${keepsPlaces ? '' : ' Where a picture was taken is removed from it.'}`;

/** Adds files of the device to an event or an action. */
export function AddFiles({ holder: { kind, guid, words }, taken }: { holder: Holder; taken: readonly string[] }) {
  const { organization, fileLimitBytes: limitBytes } = useStarted();
  const take = (files: readonly File[]) => {
    askAboutUnsent();
    add(files, { organizationGuid: organization.guid, owner: { kind, guid }, words }, { taken, limitBytes });
  };
  return (
    <div className={css.adding}>
      <ChooseFiles onChosen={take} />
    </div>
  );
}
