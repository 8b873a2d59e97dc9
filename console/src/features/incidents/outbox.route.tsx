import { useEffect, useState } from 'react';
import { Outlet, useNavigate, useSearchParams } from 'react-router';
import { savedWords } from '../../lib/drafts.ts';
import { paths } from '../../lib/paths.ts';
import { othersReports, readShelf, useShelf } from '../../lib/outbox-shelf.ts';
import { begin, sendOutbox } from '../../lib/outbox.ts';
import { useStarted } from '../../lib/startup.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/States.tsx';
import { useWide } from '../../ui/useWide.ts';
import { PhoneTop } from './form/PhoneTop.tsx';
import { OutboxItem } from './parts/OutboxItem.tsx';
import { OutboxNotices } from './parts/OutboxNotices.tsx';
import { SavedHere } from './parts/SavedHere.tsx';
import { useTicking } from './parts/use-ticking.ts';

/** What waits on this device to be sent: how old it is, what stands against it, and what can be done. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const wide = useWide(768);
  const { user } = useStarted();
  const reports = useShelf();
  const [isRead, setRead] = useState(false);
  const [others, setOthers] = useState(0);
  const savedKey = search.get('saved');
  const at = useTicking();
  useEffect(() => {
    begin();
    void readShelf().then(() => {
      setRead(true);
      void sendOutbox();
    });
  }, []);
  useEffect(() => void othersReports(user.guid).then(setOthers, () => undefined), [user.guid]);
  const saved = reports.find(({ key }) => key === savedKey);
  const title = !savedKey || !isRead ? 'Waiting to be sent' : saved ? savedWords() : 'Your report has been sent';
  return (
    <>
      {wide ? (
        <PageHeader crumbs={[{ label: 'Events', to: paths.eventList() }, { label: 'Outbox' }]} title={title} />
      ) : (
        <PhoneTop title="Outbox" closeTo={paths.eventList()} />
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
            <ButtonLink variant="primary" size="l" full={!wide} to={paths.eventList()}>
              Done
            </ButtonLink>
          </div>
        )}
      </Stack>
    </>
  );
}
