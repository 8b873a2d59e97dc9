import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { addressedTo, useFileCommand } from '../api.ts';
import type { FilesOwner } from '../holder.ts';

/** Commands that remove a file and restore it. Neither needs a confirmation, because each undoes the other. */
export function useRemoval(owner: FilesOwner) {
  const { organization } = useStarted();
  const removing = useFileCommand('delete', owner);
  const restoring = useFileCommand('restore', owner);
  const input = ({ attachmentGuid }: Pick<Attachment, 'attachmentGuid'>) =>
    addressedTo({ organizationGuid: organization.guid, owner, attachmentGuid });

  const restore = (file: Pick<Attachment, 'attachmentGuid' | 'name'>) =>
    restoring.send({ asked: input(file), key: newGuid() }).then(
      () => showAlert({ type: 'success', title: `${file.name} was restored` }),
      (error: unknown) =>
        showAlert({ type: 'error', title: `${file.name} was not restored`, subtitle: errorText(error) }),
    );
  const remove = (file: Pick<Attachment, 'attachmentGuid' | 'name'>) =>
    removing.send({ asked: input(file), key: newGuid() }).then(
      () =>
        showAlert({
          type: 'success',
          title: `${file.name} was removed`,
          action: { label: 'Undo', onPress: () => restore(file) },
        }),
      (error: unknown) =>
        showAlert({ type: 'error', title: `${file.name} was not removed`, subtitle: errorText(error) }),
    );
  return { remove, restore, isRestoring: restoring.isPending };
}
