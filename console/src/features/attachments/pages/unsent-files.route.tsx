import { useEffect } from 'react';
import { filesOf } from '../../../lib/offline/outbox-report.ts';
import { useStoredReports } from '../../../lib/offline/outbox-storage.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { UnsentFiles } from '../components/UnsentFiles.tsx';
import { resumeUnsent } from '../resume.ts';
import { useUnsent } from '../sending.ts';

/** All unsent files on this device, for any incident or action. */
export function Component() {
  const { user } = useStarted();
  const files = useUnsent(null);
  const ofReports = useStoredReports().reduce((count, report) => count + filesOf(report).length, 0);
  useEffect(() => void resumeUnsent(user.guid), [user.guid]);
  return (
    <Section title="Files">
      {files.length === 0 && (
        <p>{ofReports === 0 ? 'No files are waiting on this device.' : 'Files of a report are sent with it.'}</p>
      )}
      <UnsentFiles owner={null} />
    </Section>
  );
}
