import { useState } from 'react';
import { MAX_LISTED_EVENTS, type BulkCommand } from '@plimsoll/contracts/incidents/list-requests';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { BulkDialog } from '../dialogs/BulkDialog.tsx';
import { questionOf, type ListAddress } from './list-address.ts';
import css from './BulkBar.module.css';

/** The selected incidents: some of the page, or all of the list. */
export type Chosen = { readonly ids: ReadonlySet<string>; readonly isAll: boolean };

export interface BulkBarProps {
  opened: boolean;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  address: ListAddress;
  /** Number of incidents in the list, on all pages. */
  total: number;
}

const noSelection: Chosen = { ids: new Set(), isAll: false };

/** Commands on the selected incidents. The server checks and reports each incident separately. */
export function BulkBar({ opened, chosen, onChoose, address, total }: BulkBarProps) {
  const { permissions } = useStarted();
  const [openCommand, setOpenCommand] = useState<BulkCommand | null>(null);
  const count = chosen.isAll ? total : chosen.ids.size;
  if (!opened) return null;
  const { filter } = questionOf(address, 1);
  const hasDeleted = filter.state?.includes('DELETED') ?? false;
  const hasOthers = filter.state?.some((state) => state !== 'DELETED') ?? true;
  const offered: readonly (readonly [BulkCommand, string])[] = [
    ...(hasOthers
      ? ([
          ['request-review', 'Send for review…'],
          ['request-approval', 'Send for approval…'],
        ] as const)
      : []),
    ...(hasOthers && permissions.has('ALWAYS_MODIFY_EVENTS') ? ([['delete', 'Delete…']] as const) : []),
    ...(hasDeleted ? ([['restore', 'Restore…']] as const) : []),
  ];
  return (
    <div className={css.bar} role="group" aria-label="Chosen events">
      <span role="status" className={css.count}>
        {count === 1 ? '1 event chosen' : `${count.toLocaleString('en-CA')} events chosen`}
      </span>
      {offered.map(([command, label]) => (
        <Button
          key={command}
          size="s"
          variant={command === 'delete' ? 'danger' : 'secondary'}
          onClick={() => setOpenCommand(command)}
        >
          {label}
        </Button>
      ))}
      {!chosen.isAll && total > chosen.ids.size && total <= MAX_LISTED_EVENTS && (
        <Button size="s" variant="quiet" onClick={() => onChoose({ ...chosen, isAll: true })}>
          Choose all {total.toLocaleString('en-CA')}
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={() => onChoose(noSelection)}>
        Choose none
      </Button>
      {openCommand && (
        <BulkDialog
          command={openCommand}
          count={count}
          selection={chosen.isAll ? { filter, expectedCount: total } : { eventIds: [...chosen.ids] }}
          onClose={() => setOpenCommand(null)}
          onDone={() => onChoose(noSelection)}
        />
      )}
    </div>
  );
}
