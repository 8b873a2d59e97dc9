import type { UnitHistory } from '@plimsoll/contracts/units/units';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { HistoryList, type HistoryEntry } from '../../../ui/data/HistoryList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { actionText, fieldName } from '../labels.ts';

/**
 * History of a worksite or a reporting group, newest first.
 * @param of GUID of the unit.
 */
export function UnitHistorySection({ of, history }: { of: string; history: UnitHistory }) {
  const { organization } = useStarted();
  const entryOf = (item: UnitHistory[number]): HistoryEntry => ({
    key: item.position,
    // A change of another group has no revision of this one.
    revision: item.archiving && item.archiving.group.guid !== of ? null : item.revision,
    at: item.at,
    when: <span title={viewersTime(item.at)}>{formatInstant(item.at, organization.timeZone, { withZone: true })}</span>,
    what: (
      <>
        <b>{item.actor.name}</b> {actionText(item, of)}
      </>
    ),
    changes: item.type.endsWith('Created')
      ? []
      : item.changes.map(({ field, from, to }) => ({
          field: fieldName(field),
          from: from ?? 'nothing',
          to: to ?? 'nothing',
        })),
    seal: item.seal,
  });
  return (
    <Section title="History">
      <HistoryList entries={history.toReversed().map(entryOf)} />
    </Section>
  );
}
