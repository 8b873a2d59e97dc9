import type { CallList, CallListList } from '@plimsoll/contracts/routing/answers';
import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { EMPTY, emptyText, gapText, shortcomingText } from '../labels.ts';
import css from './CallLists.module.css';

/** Someone on a call list after their number, with a badge if some reports or all pass them over. */
export function NumberedPerson({ person, place }: { person: CallList['members'][number]; place: number }) {
  const shortcoming = shortcomingText(person);
  return (
    <span className={css.person}>
      {place + 1}. {person.name} {shortcoming && <Badge tone={person.isMember ? 'asks' : 'plain'}>{shortcoming}</Badge>}
    </span>
  );
}

/** Who is asked in place of an empty list; where reports ask no one, only that it is empty. */
export function useEmptyText(target: CallListTarget): string {
  const { organization, features } = useStarted();
  const hasGroups = organization.reportingGroups.some(({ status }) => status === 'ACTIVE');
  return features.has('REVIEWER_AT_ONCE') ? emptyText(target, hasGroups) : EMPTY;
}

/** The people of a call list in their order, and a warning if none of them is asked. */
export function CallListPeople({ list, gaps }: { list: CallList; gaps: CallListList['gaps'] }) {
  const { target, targetGuid, name, members } = list;
  const whenEmpty = useEmptyText(target);
  const gap = gaps.find((each) => each.target === target && each.targetGuid === targetGuid);
  if (members.length === 0) return <p className={css.note}>{whenEmpty}</p>;
  return (
    <>
      {gap && <Banner tone="warning">{gapText(gap.because, target)}</Banner>}
      <ol aria-label={`Call list of ${name}`}>
        {members.map((member, place) => (
          <li key={member.userGuid} className={css.row}>
            <NumberedPerson person={member} place={place} />
          </li>
        ))}
      </ol>
    </>
  );
}
