import { useQuery } from '@tanstack/react-query';
import { eventFieldTexts, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { incidentStates } from '@plimsoll/contracts/incidents/vocabulary';
import { auditorFiltersQuery } from '../../auditors/public/auditor-session.ts';
import { FilterMenu } from '../../../ui/data/Filters.tsx';
import { DayRangeFilter } from './DayRangeFilter.tsx';
import type { ListAddress } from './list-address.ts';

const states = incidentStates.map((state) => ({ value: state, label: stateTexts[state] }));
const options = (things: readonly { guid: string; name: string }[] = []) =>
  things.map(({ guid, name }) => ({ value: guid, label: name }));

type Filtered = Pick<ListAddress, 'state' | 'formGuid' | 'worksiteGuid' | 'from' | 'to'>;

interface AuditorFiltersProps {
  address: Filtered;
  /** Applies a choice. */
  choose: (patch: Partial<Filtered>) => void;
  /** Applies typing. */
  type: (patch: Partial<Filtered>) => void;
}

/** Filters of an auditor's list: they offer what occurs in the events that the grant covers. */
export function AuditorFilters({ address, choose, type }: AuditorFiltersProps) {
  const { data } = useQuery(auditorFiltersQuery());
  return (
    <>
      <FilterMenu
        label={eventFieldTexts.state}
        options={states}
        selected={(address.state ?? []).filter((state) => state !== 'DELETED')}
        onChange={(state) => choose({ state })}
      />
      <FilterMenu
        label="Form"
        options={options(data?.forms)}
        selected={address.formGuid ?? []}
        onChange={(formGuid) => choose({ formGuid })}
      />
      {(data?.worksites.length ?? 0) > 0 && (
        <FilterMenu
          label={eventFieldTexts.worksite}
          options={options(data?.worksites)}
          selected={address.worksiteGuid ?? []}
          onChange={(worksiteGuid) => choose({ worksiteGuid })}
        />
      )}
      <DayRangeFilter from={address.from} to={address.to} onType={type} />
    </>
  );
}
