import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { NewsItem } from '@plimsoll/contracts/notifications/news';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { TaskList } from '../../../ui/data/TaskList.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { seeNews } from '../api.ts';
import { entryOfNews } from './news-entry.ts';
import css from './NotificationPanel.module.css';

const SHOWN_AT_FIRST = 3;

/** News of the user, the newest first. Once the first of them is shown, all of them count as seen. */
export function NewsSection({ news, onFollow }: { news: readonly NewsItem[]; onFollow: () => void }) {
  const { organization } = useStarted();
  const [isWhole, setWhole] = useState(false);
  const { send } = useCommand(seeNews);
  const until = news.some(({ isNew }) => isNew) ? news[0]!.at : null;
  const see = useEffectEvent((moment: string) => {
    const asked = { query: { organizationGuid: organization.guid }, body: { until: moment } };
    // Without signal they stay new, and are seen the next time.
    send({ asked, key: newGuid() }).catch(() => undefined);
  });
  useEffect(() => {
    if (until !== null) see(until);
  }, [until]);
  const shown = isWhole ? news : news.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <h2 className={css.title}>News</h2>
      <TaskList tasks={shown.map((item) => entryOfNews(item, organization.timeZone))} onFollow={onFollow} />
      {shown.length < news.length && (
        <Button variant="quiet" flush onClick={() => setWhole(true)}>
          Show all {news.length} news items
        </Button>
      )}
      <p className={css.all}>
        <Link to={incidentsPaths.myReports()} onClick={onFollow}>
          My reports
        </Link>
      </p>
    </>
  );
}
