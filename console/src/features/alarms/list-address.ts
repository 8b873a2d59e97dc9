import { oneOf, oneOfOr, type AddressOf } from '../../lib/url/address-fields.ts';
import type { ListSpec } from '../../lib/url/list.ts';
import { readState } from '../../lib/url/url-state.ts';
import { alarmsPaths } from './paths.ts';

const PAGE_SIZES = [10, 25, 50] as const;

/** States in the order in which the filter offers them. Plain words, so that no page loads the schemas for its address. */
export const filterStates = ['OPEN', 'ACKNOWLEDGED', 'CALLED_OFF', 'TOLD'] as const;

/** URL state of the list; without a state, all alarms are listed. */
export const alarmAddress = {
  state: oneOf(filterStates),
  limit: oneOfOr(PAGE_SIZES[0], PAGE_SIZES),
};
export type AlarmAddress = AddressOf<typeof alarmAddress>;

export const readAlarmAddress = (search: URLSearchParams): AlarmAddress => readState(alarmAddress, search);

/** Query parameters for one page of the list. */
export const listParameters = ({ state = undefined, limit }: AlarmAddress, page: number) => ({
  state,
  limit,
  offset: (page - 1) * limit,
});

/** List of alarms: its URL state and the names of its filters. */
export const alarmList: ListSpec<typeof alarmAddress> = {
  fields: alarmAddress,
  hrefOf: alarmsPaths.alarms,
  pageSizes: PAGE_SIZES,
  filters: { state: 'state' },
};
