import { IconHourglass, IconX } from '@tabler/icons-react';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { addressedTo, useFileCommand } from '../api.ts';
import { formatSize } from '../labels.ts';
import type { FilesOwner } from '../holder.ts';

/**
 * Files that were announced with the report and are still on the reporting device. Users who may add files can stop
 * waiting for one.
 */
export function AwaitedFiles({
  awaited,
  mayAdd,
  owner,
}: Pick<AttachmentList, 'awaited' | 'mayAdd'> & { owner: FilesOwner }) {
  const { organization } = useStarted();
  const { send } = useFileCommand('delete', owner);
  if (awaited.length === 0) return null;
  const forget = (attachmentGuid: string, name: string) =>
    send({ asked: addressedTo({ organizationGuid: organization.guid, owner, attachmentGuid }), key: newGuid() }).then(
      () => showAlert({ type: 'success', title: `${name} is not awaited any more` }),
      (error: unknown) => showAlert({ type: 'error', title: `${name} is still awaited`, subtitle: errorText(error) }),
    );
  return (
    <Section title="Awaited">
      <RowList label="Awaited">
        {awaited.map(({ attachmentGuid, name, size }) => (
          <Row
            key={attachmentGuid}
            icon={IconHourglass}
            title={name}
            under={`${formatSize(size)}, announced with the report and not here yet`}
            actions={
              mayAdd && (
                <Button
                  size="s"
                  leading={<IconX size={18} aria-hidden />}
                  aria-label={`Wait no longer for ${name}`}
                  onClick={() => void forget(attachmentGuid, name)}
                >
                  Wait no longer
                </Button>
              )
            }
          />
        ))}
      </RowList>
    </Section>
  );
}
