import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { CallList, CallListList } from '@plimsoll/contracts/routing/answers';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { organizationsPaths } from '../../organizations/paths.ts';
import { purposeTexts } from '../labels.ts';
import { permissionsOfCallLists } from '../public/call-list-permissions.ts';
import { CallListPeople } from './CallListPeople.tsx';
import css from './CallLists.module.css';

/** Loaded if someone changes a list, since sorting is needed on no other page of the settings. */
const CallListDialog = lazy(async () => ({ default: (await import('./CallListDialog.tsx')).CallListDialog }));

/** Says that reports ask no one, and where an admin changes that. */
function AsksNoOne() {
  const { organization } = useStarted();
  const settings = 'Organization Settings';
  return (
    <p className={css.note}>
      Reports ask no one by themselves. An admin can switch that on in{' '}
      {organization.isAdmin ? <Link to={organizationsPaths.organization()}>{settings}</Link> : settings}.
    </p>
  );
}

interface CallListViewProps {
  title: string;
  list: CallList;
  gaps: CallListList['gaps'];
}

/** A call list with what it is for, and the button that changes it for those who may. */
export function CallListView({ title, list, gaps }: CallListViewProps) {
  const { features } = useStarted();
  const mayChange = useMay(permissionsOfCallLists[list.target]);
  const [isChanging, setChanging] = useState(false);
  return (
    <Section
      title={title}
      action={
        mayChange && (
          <Button
            variant="quiet"
            leading={<IconPencil size={20} aria-hidden />}
            aria-label={`Change the call list of ${list.name}…`}
            onClick={() => setChanging(true)}
          >
            Change…
          </Button>
        )
      }
    >
      {features.has('REVIEWER_AT_ONCE') ? <p className={css.note}>{purposeTexts[list.target]}</p> : <AsksNoOne />}
      <CallListPeople list={list} gaps={gaps} />
      {isChanging && (
        <Suspense>
          <CallListDialog list={list} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Section>
  );
}
