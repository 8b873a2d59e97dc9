import { IconHourglass } from '@tabler/icons-react';
import type { AttachmentList } from '@plimsoll/contracts/attachments/answers';
import { Row, RowList } from '../../../ui/RowList.tsx';
import { Section } from '../../../ui/Section.tsx';
import { sizeWords } from '../file-words.ts';

/** Files that were announced with the report: a device has them still. */
export function AwaitedFiles({ awaited }: Pick<AttachmentList, 'awaited'>) {
  if (awaited.length === 0) return null;
  return (
    <Section title="Awaited">
      <RowList label="Awaited">
        {awaited.map(({ attachmentGuid, name, size }) => (
          <Row key={attachmentGuid} icon={IconHourglass} title={name} under={`${sizeWords(size)}, announced with the report and not here yet`} />
        ))}
      </RowList>
    </Section>
  );
}
