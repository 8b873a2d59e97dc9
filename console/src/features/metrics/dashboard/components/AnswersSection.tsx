import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { answeredTexts } from '@plimsoll/contracts/incidents/answered-texts';
import type { AnswersShare } from '@plimsoll/contracts/metrics/answers-share';
import type { AnsweredWhen } from '@plimsoll/contracts/incidents/vocabulary';
import { usePainted } from '../../../../lib/forms/after-paint.ts';
import { formatDay } from '../../../../lib/format/time.ts';
import { useStarted } from '../../../../lib/session/startup.ts';
import { Section } from '../../../../ui/layout/Section.tsx';
import { incidentsPaths } from '../../../incidents/paths.ts';
import { answersShareQuery } from '../api.ts';
import css from './Dashboard.module.css';

interface FigureProps {
  share: AnswersShare;
  answered: AnsweredWhen;
  count: number;
}

/** A figure that leads to the events that it counts. */
function Figure({ share: { from, to }, answered, count }: FigureProps) {
  const text = count.toLocaleString('en-CA');
  return (
    <Link
      to={incidentsPaths.eventList(1, { answered, reportedFrom: from, reportedTo: to })}
      aria-label={`${text}: ${answeredTexts[answered].toLowerCase()}`}
    >
      {text}
    </Link>
  );
}

/** How many reports were answered within a week. At the end of the page, and loaded after all above it is painted. */
export function AnswersSection() {
  const { organization, modules } = useStarted();
  const isPainted = usePainted();
  const { data: share } = useQuery({
    ...answersShareQuery(organization.guid),
    enabled: isPainted && modules.has('reportedEvents'),
  });
  if (!share || share.reports === 0) return null;
  return (
    <Section title="Answers to reporters">
      <p className={css.hidden} style={{ color: 'var(--text)' }}>
        <b>
          {answeredTexts.WITHIN_7_DAYS}: <Figure share={share} answered="WITHIN_7_DAYS" count={share.within7Days} /> of{' '}
          <Figure share={share} answered="ANY" count={share.reports} />
        </b>
      </p>
      <p className={css.hidden}>
        {answeredTexts.LATER}: <Figure share={share} answered="LATER" count={share.later} />. {answeredTexts.NOT_YET}:{' '}
        <Figure share={share} answered="NOT_YET" count={share.notYet} />. These are events that need a review, reported
        from {formatDay(share.from)} to {formatDay(share.to)}.
      </p>
    </Section>
  );
}
