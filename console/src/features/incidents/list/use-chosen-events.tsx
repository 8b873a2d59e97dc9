import { useState } from 'react';
import type { IncidentList, IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { fetchedLater } from '../../../ui/feedback/FetchedLater.tsx';
import type { ListAddress } from './list-address.ts';
import type { BulkBarProps, Chosen } from './BulkBar.tsx';

const BulkBar = fetchedLater<BulkBarProps>(async () => (await import('./BulkBar.tsx')).BulkBar);

const noSelection: Chosen = { ids: new Set(), isAll: false };

/**
 * Selection of incidents on a page, for users who may change many at once. It is cleared on another page or with
 * another filter.
 */
export function useChosenEvents(where: string, address: ListAddress, list: IncidentList | undefined) {
  const { permissions } = useStarted();
  const [selection, setSelection] = useState({ where, chosen: noSelection });
  const mayChoose = (['ALWAYS_MODIFY_EVENTS', 'REVIEW_EVENTS', 'APPROVE_EVENTS'] as const).some((permission) =>
    permissions.has(permission),
  );
  if (!mayChoose) return {};
  const { ids, isAll } = selection.where === where ? selection.chosen : noSelection;
  const shown = list?.items.map(({ eventId }) => eventId) ?? [];
  // Incidents that have left the page are no longer selected.
  const chosen = { ids: new Set(shown.filter((eventId) => isAll || ids.has(eventId))), isAll };
  const choose = (next: Chosen) => setSelection({ where, chosen: next });
  return {
    choice: {
      chosen: chosen.ids,
      onChoose: (keys: ReadonlySet<string>) => choose({ ids: keys, isAll: false }),
      nameOf: ({ number }: IncidentListItem) => `event ${number}`,
    },
    chosen: (
      <BulkBar
        opened={chosen.ids.size > 0}
        chosen={chosen}
        onChoose={choose}
        address={address}
        total={list?.totalCount ?? 0}
      />
    ),
  };
}
