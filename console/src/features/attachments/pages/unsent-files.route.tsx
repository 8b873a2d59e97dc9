import { useEffect } from 'react';
import { useStarted } from '../../../lib/session/startup.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { UnsentFiles } from '../components/UnsentFiles.tsx';
import { resumeUnsent } from '../resume.ts';
import { useUnsent } from '../sending.ts';

/** All unsent files on this device, for any incident or action. */
export function Component() {
  const { user } = useStarted();
  const files = useUnsent(null);
  useEffect(() => void resumeUnsent(user.guid), [user.guid]);
  return (
    <Section title="Files">
      {files.length === 0 && <p>No file waits on this device.</p>}
      <UnsentFiles owner={null} />
    </Section>
  );
}
