import { IconHandStop, IconPhoneCall, IconUserShare, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { dialAddress } from '@plimsoll/contracts/kernel/values/dial-address';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { prefetching } from '../../../lib/api/loader.ts';
import { formatDay, formatInstant } from '../../../lib/format/time.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { KeyValues, type KeyValue } from '../../../ui/data/KeyValues.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { WithRail } from '../../../ui/layout/Grid.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import { useAnswerAlarm } from '../api.ts';
import { AlarmBadge } from '../components/AlarmBadge.tsx';
import { Lines } from '../components/Lines.tsx';
import { ToldPeople } from '../components/ToldPeople.tsx';
import {
  DUTIES_UNKNOWN,
  drillResult,
  firstStepsTexts,
  pressTexts,
  rulesText,
  stateSentence,
  timeText,
} from '../labels.ts';
import { alarmTitle } from '../open-alarm-labels.ts';
import { alarmsPaths } from '../paths.ts';
import { alarmQuery } from '../public/alarm-queries.ts';
import { useCurrentTime } from '../use-current-time.ts';

const CallOffDialog = lazy(async () => ({ default: (await import('../components/CallOffDialog.tsx')).CallOffDialog }));

export const loader = prefetching(({ organization }, { params }) => [alarmQuery(organization.guid, params.alarmGuid!)]);

/** An alarm: its state and commands, whom to call, who was alerted, and what to do first. */
export function Component() {
  const { organization } = useStarted();
  const alarmGuid = useParams().alarmGuid!;
  const query = useQuery(alarmQuery(organization.guid, alarmGuid));
  useServerChanges(() => void query.refetch());
  const alarm = query.data;
  const title = alarm ? alarmTitle({ ...alarm, worksiteName: alarm.worksite?.name ?? null }) : 'Alarm';
  return (
    <>
      <PageHeader
        badged
        crumbs={[{ label: 'Alarms', to: alarmsPaths.alarms() }, { label: alarm?.isDrill ? 'Drill' : 'Alarm' }]}
        title={title}
        names={alarm?.isDrill ? 'Drill' : 'Alarm'}
        meta={
          alarm && (
            <>
              <AlarmBadge {...alarm} />
              <span>{alarm.formName ?? organization.name}</span>
            </>
          )
        }
      />
      <QueryView query={query} home={alarmsPaths.alarms()}>
        {(found) => <AlarmPage alarm={found} />}
      </QueryView>
    </>
  );
}

function AlarmPage({ alarm }: { alarm: AlarmDetail }) {
  const wide = useWide(768);
  const standing = <Standing alarm={alarm} />;
  const rest = (
    <>
      <FirstSteps text={alarm.firstSteps} />
      <ToldPeople alarm={alarm} />
      {!alarm.isDrill && <Authorities alarm={alarm} />}
    </>
  );
  const help = <Help alarm={alarm} />;
  if (!wide)
    return (
      <Stack>
        {standing}
        {help}
        {rest}
      </Stack>
    );
  return (
    <WithRail rail={help}>
      <Stack>
        {standing}
        {rest}
      </Stack>
    </WithRail>
  );
}

/** State of the alarm and since when, with its commands. */
function Standing({ alarm }: { alarm: AlarmDetail }) {
  const { user } = useStarted();
  const now = useCurrentTime();
  const wide = useWide(768);
  const [isCallingOff, setCallingOff] = useState(false);
  const acknowledging = useAnswerAlarm('acknowledge');
  const takingOver = useAnswerAlarm('take-over');
  const { alarmGuid, allowedCommands, state, isDrill, raisedAt, answeredAt, answeredBy, reason, nextStepAt, timeZone } =
    alarm;
  const may = (command: AlarmDetail['allowedCommands'][number]) => allowedCommands.includes(command);
  return (
    <Section title={stateSentence(alarm, user.guid, now)}>
      <div>
        <KeyValues
          layout="rows"
          items={[
            { term: 'Why', value: rulesText(alarm) },
            { term: 'Raised', value: formatInstant(raisedAt, timeZone, { withZone: true }) },
            ...(answeredAt && answeredBy && state === 'ACKNOWLEDGED'
              ? [
                  {
                    term: 'Answered',
                    value: `${timeText(answeredAt, raisedAt, timeZone)} by ${nameWithin(answeredBy.name)}`,
                  },
                ]
              : []),
            ...(isDrill && answeredAt && state === 'ACKNOWLEDGED'
              ? [{ term: 'Result', value: drillResult(raisedAt, answeredAt) }]
              : []),
            ...(reason === null ? [] : [{ term: 'Reason', value: reason }]),
            ...(state === 'OPEN' && nextStepAt
              ? [{ term: 'Next', value: `Others are alerted at ${timeText(nextStepAt, now, timeZone)}` }]
              : []),
          ]}
        />
      </div>
      {allowedCommands.some((command) => command !== 'raise') && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginTop: 20 }}>
          {may('acknowledge') && (
            <SubmitButton
              size="big"
              full={!wide}
              variant="dangerPrimary"
              busy={acknowledging.busy}
              leading={<IconHandStop size={22} aria-hidden />}
              onClick={() => void acknowledging.press(alarmGuid)}
            >
              {pressTexts.onIt}
            </SubmitButton>
          )}
          {may('take-over') && (
            <SubmitButton
              size="big"
              full={!wide}
              variant="secondary"
              busy={takingOver.busy}
              leading={<IconUserShare size={22} aria-hidden />}
              onClick={() => void takingOver.press(alarmGuid)}
            >
              {pressTexts.takeOver}
            </SubmitButton>
          )}
          {may('call-off') && (
            <Button
              size="big"
              full={!wide}
              leading={<IconX size={22} aria-hidden />}
              onClick={() => setCallingOff(true)}
            >
              {pressTexts.callOff}
            </Button>
          )}
        </div>
      )}
      {isCallingOff && (
        <Suspense>
          <CallOffDialog alarm={alarm} onClose={() => setCallingOff(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** Phone numbers as buttons, and the event. */
function Help({ alarm }: { alarm: AlarmDetail }) {
  const { emergencyNumber, emergencyPhone, worksite } = alarm;
  const phones = [
    { number: emergencyNumber, label: `Call ${emergencyNumber}` },
    { number: emergencyPhone, label: `Call ${[worksite?.name, emergencyPhone].filter(Boolean).join(': ')}` },
  ].flatMap(({ number, label }) => {
    const address = number === null ? null : dialAddress(number);
    return address === null ? [] : [{ address, label }];
  });
  return (
    <Stack>
      {phones.length > 0 && (
        <Section title="Call for help">
          <div style={{ display: 'grid', gap: 8 }}>
            {phones.map(({ address, label }) => (
              <ButtonLink key={address} to={address} size="l" full leading={<IconPhoneCall size={20} aria-hidden />}>
                {label}
              </ButtonLink>
            ))}
          </div>
        </Section>
      )}
      {alarm.eventId !== null && <Event eventId={alarm.eventId} alarm={alarm} />}
    </Stack>
  );
}

/** When it happened and was reported, with a link to the event. */
function Event({ eventId, alarm }: { eventId: string; alarm: AlarmDetail }) {
  const { number, occurrenceDate, occurrenceTime, reportedAt, arrivedAt, timeZone } = alarm;
  const isLate = reportedAt !== null && arrivedAt !== null && Date.parse(arrivedAt) - Date.parse(reportedAt) > 60_000;
  const at = (instant: string) => formatInstant(instant, timeZone, { withZone: true });
  const items: (KeyValue | false)[] = [
    occurrenceDate !== null && {
      term: 'Happened',
      value: [formatDay(occurrenceDate), occurrenceTime].filter(Boolean).join(', '),
    },
    reportedAt !== null && { term: 'Reported', value: at(reportedAt) },
    isLate && { term: 'Arrived', value: at(arrivedAt) },
  ];
  return (
    <Section title="The event">
      <div>
        <KeyValues layout="rows" items={items.filter((item) => item !== false)} />
      </div>
      <div style={{ marginTop: 12 }}>
        <ButtonLink to={incidentsPaths.event(eventId)}>
          {number === null ? 'Open the event' : `Open event ${number}`}
        </ButtonLink>
      </div>
    </Section>
  );
}

function FirstSteps({ text }: { text: string }) {
  return (
    <Section title={firstStepsTexts.title}>
      <Lines text={text} />
    </Section>
  );
}

/** Duties to authorities, whose rules the product does not know yet. */
function Authorities({ alarm: { duties } }: { alarm: AlarmDetail }) {
  if (duties.length > 0) return null;
  return (
    <Section title="Authorities">
      <p style={{ marginTop: 8 }}>{DUTIES_UNKNOWN}</p>
    </Section>
  );
}
