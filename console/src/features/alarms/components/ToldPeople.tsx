import type { AlarmDetail } from '@plimsoll/contracts/alarms/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { groupLabel, mailText, timeText } from '../labels.ts';

type Step = AlarmDetail['steps'][number];

/** Who was alerted when, by rounds, and what became of each email. */
export function ToldPeople({ alarm: { steps, round, raisedAt, timeZone } }: { alarm: AlarmDetail }) {
  if (steps.length === 0) return null;
  return Array.from({ length: round }, (_, place) => place + 1)
    .reverse()
    .map((number) => ({ number, own: steps.filter((step) => step.round === number) }))
    .filter(({ own }) => own.length > 0)
    .map(({ number, own }) => {
      const title = round === 1 ? 'Who was told' : `Who was told, round ${number}`;
      return (
        <Section key={number} title={title}>
          <RowList label={title}>
            {own.map((step) => (
              <Row
                key={step.step}
                title={`${timeText(step.at, raisedAt, timeZone)} · ${groupLabel(step.to)}`}
                under={<People step={step} timeZone={timeZone} />}
              />
            ))}
          </RowList>
        </Section>
      );
    });
}

/** People of a step, one per line; their names are only for those who may answer the alarm. */
function People({ step: { people }, timeZone }: { step: Step; timeZone: string }) {
  const { user } = useStarted();
  if (people === null) return null;
  return people.map((person) => (
    <span key={person.userGuid} style={{ display: 'block' }}>
      {[person.userGuid === user.guid ? `${person.name} (you)` : person.name, mailText(person, timeZone)]
        .filter(Boolean)
        .join(': ')}
    </span>
  ));
}
