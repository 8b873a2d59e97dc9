import { useQuery } from '@tanstack/react-query';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button, IconButton } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { savedViewsQuery } from '../api.ts';
import type { ListAddress } from './list-address.ts';
import { viewHref } from './view-address.ts';
import { ChangeView, SaveView } from './ViewForms.tsx';
import css from './ViewsPanel.module.css';

export interface ViewsPanelProps {
  opened: boolean;
  address: ListAddress;
  /** Guid of the view that the list shows. */
  shownGuid: string | undefined;
}

/** Lists the user's own and the organization's views. The form for a view replaces the list. */
export function ViewsPanel({ opened, address, shownGuid }: ViewsPanelProps) {
  const { organization } = useStarted();
  const query = useQuery({ ...savedViewsQuery(organization.guid), enabled: opened });
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isBack, setBack] = useState(false);
  const close = () => {
    setEdited(null);
    setBack(true);
  };
  // The pressed button disappeared with the form, so focus the one to save a view.
  useEffect(() => {
    if (isBack && edited === null) saveButton.current?.focus();
  }, [isBack, edited]);
  if (!opened) return null;
  if (edited === 'new') return <SaveView address={address} onClose={close} />;
  if (edited) return <ChangeView view={edited} address={address} onClose={close} />;
  return (
    <div className={css.panel}>
      <QueryView query={query}>
        {({ items }) => (
          <div className={css.panel}>
            <Views
              title="Yours"
              views={items.filter(({ scope }) => scope === 'PERSONAL')}
              {...{ address, shownGuid }}
              onChange={setEdited}
            />
            <Views
              title={organization.name}
              views={items.filter(({ scope }) => scope === 'ORGANIZATION')}
              {...{ address, shownGuid }}
              onChange={setEdited}
            />
            {items.length === 0 && (
              <p className={css.none}>No views yet. A view keeps the filters and the order of this list by a name.</p>
            )}
          </div>
        )}
      </QueryView>
      <div className={css.buttons}>
        <Button ref={saveButton} size="s" onClick={() => setEdited('new')}>
          Save this list as a view…
        </Button>
      </div>
    </div>
  );
}

interface ViewsProps extends Pick<ViewsPanelProps, 'address' | 'shownGuid'> {
  title: string;
  views: readonly SavedView[];
  onChange: (view: SavedView) => void;
}

function Views({ title, views, address, shownGuid, onChange }: ViewsProps) {
  const [search] = useSearchParams();
  if (views.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.views}>
        {views.map((view) => (
          <li key={view.viewGuid}>
            <Link
              to={viewHref(view, address, search)}
              preventScrollReset
              aria-current={view.viewGuid === shownGuid || undefined}
            >
              {view.name}
            </Link>
            {view.mayChange && (
              <IconButton label={`Change ${view.name}`} onClick={() => onChange(view)}>
                <IconPencil size={18} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
