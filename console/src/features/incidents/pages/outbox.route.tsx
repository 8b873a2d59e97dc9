import { useEffect, useState } from 'react';
import { Outlet, useNavigate, useSearchParams } from 'react-router';
import { savedText } from '../../../lib/forms/drafts.ts';
import { incidentsPaths } from '../paths.ts';
import { othersReports, readStoredReports, useStoredReports } from '../../../lib/offline/outbox-storage.ts';
import { begin, sendOutbox } from '../../../lib/offline/outbox.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { PhoneTop } from '../form/PhoneTop.tsx';
import { OutboxItem } from '../outbox/OutboxItem.tsx';
import { OutboxNotices } from '../outbox/OutboxNotices.tsx';
import { SavedHere } from '../outbox/SavedHere.tsx';
import { useCurrentTime } from '../outbox/use-current-time.ts';

/** Outbox: unsent reports and files on this device, why they wait, and what can be done. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const wide = useWide(768);
  const { user } = useStarted();
  const reports = useStoredReports();
  const [isRead, setRead] = useState(false);
  const [others, setOthers] = useState(0);
  const savedKey = search.get('saved');
  const at = useCurrentTime();
  useEffect(() => {
    begin();
    void readStoredReports().then(() => {
      setRead(true);
      void sendOutbox();
    });
  }, []);
  useEffect(() => void othersReports(user.guid).then(setOthers, () => undefined), [user.guid]);
  const saved = reports.find(({ key }) => key === savedKey);
  const title = !savedKey || !isRead ? 'Waiting to be sent' : saved ? savedText() : 'Your report has been sent';
  return (
    <>
      {wide ? (
        <PageHeader crumbs={[{ label: 'Events', to: incidentsPaths.eventList() }, { label: 'Outbox' }]} title={title} />
      ) : (
        <PhoneTop title="Outbox" closeTo={incidentsPaths.eventList()} />
      )}
      <Stack>
        {!isRead ? (
          <Skeleton />
        ) : (
          <>
            {savedKey && <SavedHere report={saved ?? null} title={wide ? null : title} />}
            <OutboxNotices reports={reports} at={at} />
            <Section title="Reports">
              {reports.length === 0 ? (
                <p>No report waits on this device.</p>
              ) : (
                <div>
                  {reports.map((report) => (
                    <OutboxItem
                      key={report.key}
                      report={report}
                      at={at}
                      onChange={(address) => void navigate(address)}
                    />
                  ))}
                </div>
              )}
              {others > 0 && (
                <p>
                  {others === 1 ? 'A report of somebody else waits' : `${others} reports of other people wait`} here
                  too, locked until they sign in.
                </p>
              )}
            </Section>
          </>
        )}
        <Outlet />
        {savedKey && isRead && (
          <div>
            <ButtonLink variant="primary" size="l" full={!wide} to={incidentsPaths.eventList()}>
              Done
            </ButtonLink>
          </div>
        )}
      </Stack>
    </>
  );
}
