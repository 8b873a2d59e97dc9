import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { ListControls, Order } from '../../ui/data/ListScreen.tsx';
import type { AddressFields, AddressOf } from './address-fields.ts';
import { readState, useSearchText, writeState } from './url-state.ts';

/** A list whose state stands in its address: filters and order as parameters, the page in the path, or as `page`. */
export interface ListSpec<Fields extends AddressFields> {
  /** The parameters. `text` is what is searched for, `sortBy` and `sortDirection` are the order, `limit` is how many rows a page has. */
  fields: Fields;
  /** The address of a page. */
  hrefOf: (page: number, search: URLSearchParams) => string;
  /** What each filter is called when it is on; those of one name count as one. */
  filters: Partial<Record<keyof Fields & string, string>>;
  /** The orders that a person can choose, in their text. */
  orders?: readonly Order[];
  /** How many rows a page may have; the first is the usual. */
  pageSizes?: readonly number[];
}

const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** The page of '/events/list/3'; whatever makes no sense is the first. */
export const readPage = (currentPage: string | undefined): number =>
  /^[1-9]\d{0,5}$/.test(currentPage ?? '') ? Number(currentPage) : 1;

/** The names of the filters that are on; what is searched for is in sight anyway. */
export function activeFilters<Fields extends AddressFields>(
  { filters }: Pick<ListSpec<Fields>, 'filters'>,
  address: AddressOf<Fields>,
): string[] {
  const on = Object.entries<string | undefined>(filters).flatMap(([field, name]) =>
    name && isSet((address as Record<string, unknown>)[field]) ? [name] : [],
  );
  return [...new Set(on)];
}

/** The address without any filter, in the same order and with as many rows on a page. */
export function withoutFilters<Fields extends AddressFields>(
  fields: Fields,
  address: AddressOf<Fields>,
): AddressOf<Fields> {
  const { sortBy, sortDirection, limit }: Record<string, unknown> = address;
  return {
    ...readState(fields, new URLSearchParams()),
    ...(sortBy !== undefined && { sortBy, sortDirection }),
    ...(limit !== undefined && { limit }),
  };
}

export interface List<Address> extends ListControls {
  address: Address;
  /** A choice: a new entry in the browser's history, on the first page. */
  choose: (patch: Partial<Address>) => void;
  /** Typing: the same entry. */
  type: (patch: Partial<Address>) => void;
}

/** The state of a list, and what changes it. */
export function useList<Fields extends AddressFields>(spec: ListSpec<Fields>): List<AddressOf<Fields>> {
  type Address = AddressOf<Fields>;
  const { fields, hrefOf, orders = [], pageSizes = [10] } = spec;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = readPage(useParams().currentPage ?? search.get('page') ?? undefined);
  const address: Address = readState(fields, search);
  const { text = '', sortBy, sortDirection, limit = pageSizes[0] }: Record<string, unknown> = address;
  const pageSize = Number(limit);
  const active = activeFilters(spec, address);
  const go = (next: Address, replace: boolean, to = 1) =>
    void navigate(hrefOf(to, writeState(fields, next, search)), { replace, preventScrollReset: true });
  const words = useSearchText(String(text), (next) => go({ ...address, text: next || undefined }, true));
  /** The address with what has been typed already, though it may take effect a moment later. */
  const asked: Address = 'text' in fields ? { ...address, text: words.typed.trim() || undefined } : address;
  const choose = (patch: Partial<Address>) => go({ ...asked, ...patch }, false);
  const type = (patch: Partial<Address>) => go({ ...asked, ...patch }, true);
  return {
    address,
    choose,
    type,
    page,
    pageSize,
    pageSizes,
    // What stands first now stays in sight.
    onPageSize: (size) => go({ ...asked, limit: size }, false, Math.floor(((page - 1) * pageSize) / size) + 1),
    hrefFor: (each) => hrefOf(each, search),
    active,
    text: words.typed,
    onText: words.type,
    isFiltered: active.length > 0 || text !== '',
    onClear: () => {
      words.clear();
      go(withoutFilters(fields, address), false);
    },
    orders,
    order: orders.find(({ key, direction }) => key === sortBy && direction === sortDirection),
    onOrder: ({ key, direction }) => go({ ...asked, sortBy: key, sortDirection: direction }, false),
  };
}
