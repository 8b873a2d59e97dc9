import { useMemo } from 'react';
import { eventFieldTexts, REGION_HINT } from '@plimsoll/contracts/incidents/event-texts';
import { useStarted } from '../../../lib/session/startup.ts';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FieldGroup } from '../../../ui/inputs/FormField.tsx';
import type { ListAddress } from './list-address.ts';
import { offered } from './offered-units.ts';
import css from './EventFilters.module.css';

interface MoreFiltersProps {
  address: ListAddress;
  onChoose: (patch: Partial<ListAddress>) => void;
}

/** Filters that fewer users need: region and reporting group. */
export function MoreFilters({ address, onChoose }: MoreFiltersProps) {
  const { organization, regions, features } = useStarted();
  const chosen = address.reportingGroupGuid ?? [];
  const groups = features.has('REPORTING_GROUPS') ? offered(organization.reportingGroups, chosen) : [];
  const places = useMemo(
    () => regions.map(({ guid, name, groupName }) => ({ value: guid, label: name, hint: groupName })),
    [regions],
  );
  const region = regions.find(({ guid }) => guid === address.regionGuid)?.name;
  const only = chosen.length === 1 ? groups.find(({ guid }) => guid === chosen[0])?.name : undefined;
  const words = [region, only ?? (chosen.length > 0 && `${chosen.length} of ${groups.length} groups`)]
    .filter(Boolean)
    .join(', ');
  const toggle = (guid: string, on: boolean) =>
    onChoose({
      reportingGroupGuid: groups
        .map((group) => group.guid)
        .filter((each) => (each === guid ? on : chosen.includes(each))),
    });
  return (
    <FilterPanel label="More" value={words || undefined} width={320}>
      <div className={css.days}>
        <FindField
          label={eventFieldTexts.region}
          id="filter-region"
          options={places}
          value={address.regionGuid ?? ''}
          onChange={(guid) => onChoose({ regionGuid: guid || undefined })}
          placeholder={REGION_HINT}
        />
        {groups.length > 0 && (
          <FieldGroup label={eventFieldTexts.reportingGroup} id="filter-groups">
            <div className={css.groups}>
              {groups.map(({ guid, name }) => (
                <CheckboxField
                  key={guid}
                  label={name}
                  checked={chosen.includes(guid)}
                  onChange={({ target }) => toggle(guid, target.checked)}
                />
              ))}
            </div>
          </FieldGroup>
        )}
      </div>
    </FilterPanel>
  );
}
