import { useQuery } from '@tanstack/react-query';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { notificationsQuery } from '../../notifications/public/notifications-query.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import { alarmOfEventQuery } from '../alarm-of-event.ts';
import { holderSentence, pressTexts, rulesText, timeText } from '../labels.ts';
import { CALLED_OFF_TEXT, roundAt, unansweredText } from '../open-alarm-labels.ts';
import { alarmsPaths } from '../paths.ts';
import { useCurrentTime } from '../use-current-time.ts';

/** The alarm of an event on its page, if there is one. */
export function EventAlarmBanner({ eventId }: { eventId: string }) {
  const banner = useBanner(eventId);
  return banner && <div style={{ marginBottom: 16 }}>{banner}</div>;
}

/** For how long nobody has answered, or who is on it. */
function useBanner(eventId: string) {
  const { organization, user, modules } = useStarted();
  const now = useCurrentTime();
  const query = useQuery(alarmOfEventQuery(organization.guid, eventId));
  useServerChanges(() => void query.refetch());
  const { data: open } = useQuery({
    ...notificationsQuery(organization.guid),
    enabled: modules.has('reportedEvents'),
  });
  const alarm = query.data;
  if (!alarm || alarm.state === 'TOLD') return null;
  const { alarmGuid, state, answeredBy, answeredAt, reason, timeZone } = alarm;
  // The banner above every page says the same.
  if (state === 'OPEN' && open?.alarms[0]?.alarmGuid === alarmGuid) return null;
  const link = (
    <ButtonLink size="s" to={alarmsPaths.alarm(alarmGuid)}>
      {pressTexts.open}
    </ButtonLink>
  );
  if (state === 'OPEN')
    return (
      <Banner tone="danger" action={link}>
        <b>Alarm: {rulesText(alarm)}.</b> {unansweredText(roundAt(alarm), now)}.
      </Banner>
    );
  if (state === 'ACKNOWLEDGED' && answeredBy && answeredAt)
    return (
      <Banner tone="success" action={link}>
        <b>{holderSentence(answeredBy, user.guid)}</b> since {timeText(answeredAt, now, timeZone)}.
      </Banner>
    );
  return (
    <Banner action={link}>
      <b>{CALLED_OFF_TEXT}.</b> {reason}
    </Banner>
  );
}
