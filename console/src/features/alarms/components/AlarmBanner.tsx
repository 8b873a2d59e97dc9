import { useEffect, useState } from 'react';
import { Link, useMatch } from 'react-router';
import type { NotifiedAlarm } from '@plimsoll/contracts/notifications/notification';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { Wrap } from '../../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { useAnswerAlarm } from '../api.ts';
import { pressTexts } from '../labels.ts';
import { alarmTitle, announcement, unansweredText } from '../open-alarm-labels.ts';
import { alarmsPaths, alarmsPattern } from '../paths.ts';
import { useCurrentTime } from '../use-current-time.ts';

/** How long the announcement stays for a screen reader to notice it. */
const ANNOUNCED_MS = 5_000;

/** Announces an alarm once: the banner's own text changes every minute. */
function Announcement({ alarm }: { alarm: NotifiedAlarm }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <div role="alert">
      <VisuallyHidden>{announcement(alarm)}</VisuallyHidden>
    </div>
  );
}

/** The newest open alarm, and how many more there are. On an alarm's own page it is left to the page. */
export function AlarmBanner({ alarms }: { alarms: readonly NotifiedAlarm[] }) {
  const shown = useMatch(alarmsPattern.alarm)?.params.alarmGuid;
  const now = useCurrentTime();
  const { busy, press } = useAnswerAlarm('acknowledge');
  const [newest, ...others] = alarms.filter(({ alarmGuid }) => alarmGuid !== shown);
  if (!newest) return null;
  const { alarmGuid, raisedAt, isUnanswered, areMailsLate } = newest;
  return (
    <aside aria-label="Open alarm">
      <Wrap>
        <div style={{ marginTop: 16, border: '2px solid var(--danger)', borderRadius: 'var(--r2)' }}>
          <Announcement key={alarmGuid} alarm={newest} />
          <Banner
            tone="danger"
            action={
              <span style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
                <SubmitButton variant="dangerPrimary" busy={busy} onClick={() => void press(alarmGuid)}>
                  {pressTexts.onIt}
                </SubmitButton>
                <ButtonLink to={alarmsPaths.alarm(alarmGuid)}>{pressTexts.open}</ButtonLink>
              </span>
            }
          >
            <b>{alarmTitle(newest)}.</b> {unansweredText(raisedAt, now)}
            {isUnanswered ? '. Everyone was told.' : '.'}
            {areMailsLate && ' Alarm emails are not leaving, so call people.'}
            {others.length > 0 && (
              <>
                {' '}
                <Link to={alarmsPaths.alarms()}>and {others.length} more</Link>
              </>
            )}
          </Banner>
        </div>
      </Wrap>
    </aside>
  );
}
