import { useQuery } from '@tanstack/react-query';
import { eventFieldTexts, riskBandTexts, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { listedStates } from '@plimsoll/contracts/incidents/vocabulary';
import { riskBands } from '@plimsoll/contracts/incidents/vocabulary';
import type { List } from '../../../lib/url/list.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Switch } from '../../../ui/inputs/ChoiceField.tsx';
import { FilterMenu } from '../../../ui/data/Filters.tsx';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { restorableQuery } from '../api.ts';
import { DayRangeFilter } from './DayRangeFilter.tsx';
import type { ListAddress } from './list-address.ts';
import { offered } from './offered-units.ts';
import { MoreFilters } from './MoreFilters.tsx';
import { SavedViews } from './SavedViews.tsx';

const states = listedStates.map((state) => ({ value: state, label: stateTexts[state] }));
const bands = riskBands.map((band) => ({ value: band, label: riskBandTexts[band] }));
const options = (things: readonly { guid: string; name: string }[]) =>
  things.map(({ guid, name }) => ({ value: guid, label: name }));

/** Whether to offer the filter for deleted incidents: the user can restore some, or the URL already contains it. */
function useOffersDeleted({ state }: ListAddress): boolean {
  const { organization, permissions } = useStarted();
  const mayRestoreAll = permissions.has('ALWAYS_MODIFY_EVENTS');
  const own = useQuery({ ...restorableQuery(organization.guid), enabled: !mayRestoreAll });
  return mayRestoreAll || (own.data?.totalCount ?? 0) > 0 || (state?.includes('DELETED') ?? false);
}

/** Filters of the list. An active filter shows its value. */
export function EventFilters({ address, choose, type }: Pick<List<ListAddress>, 'address' | 'choose' | 'type'>) {
  const { organization, features } = useStarted();
  const forms = useQuery(formsQuery(organization.guid)).data?.items ?? [];
  const offersDeleted = useOffersDeleted(address);
  const worksites = features.has('WORKSITES') ? offered(organization.worksites, address.worksiteGuid) : [];
  return (
    <>
      <SavedViews address={address} />
      <FilterMenu
        label={eventFieldTexts.state}
        options={offersDeleted ? states : states.filter(({ value }) => value !== 'DELETED')}
        selected={address.state ?? []}
        onChange={(state) => choose({ state })}
      />
      <FilterMenu
        label={eventFieldTexts.risk}
        options={bands}
        selected={address.riskBand ?? []}
        onChange={(riskBand) => choose({ riskBand })}
      />
      <FilterMenu
        label="Form"
        options={forms.map(({ formGuid, name }) => ({ value: formGuid, label: name }))}
        selected={address.formGuid ?? []}
        onChange={(formGuid) => choose({ formGuid })}
      />
      {worksites.length > 0 && (
        <FilterMenu
          label={eventFieldTexts.worksite}
          options={options(worksites)}
          selected={address.worksiteGuid ?? []}
          onChange={(worksiteGuid) => choose({ worksiteGuid })}
        />
      )}
      <DayRangeFilter from={address.from} to={address.to} onType={type} />
      <MoreFilters address={address} onChoose={choose} onType={type} />
      <Switch
        label="Assigned to me"
        checked={address.assignedToMe === 'true'}
        onChange={({ target }) => choose({ assignedToMe: target.checked ? 'true' : undefined })}
      />
    </>
  );
}
