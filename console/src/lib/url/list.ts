import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { ListControls, Order } from '../../ui/data/ListScreen.tsx';
import type { AddressFields, AddressOf } from './address-fields.ts';
import { readState, useSearchText, writeState } from './url-state.ts';

/** A list whose state is in its address: filters and order as parameters, the page in the path, or as `page`. */
export interface ListSpec<Fields extends AddressFields> {
  /**
   * The parameters. `text` is the search text, `sortBy` and `sortDirection` are the order, `limit` is the page size.
   */
  fields: Fields;
  /** The address of a page. */
  hrefOf: (page: number, search: URLSearchParams) => string;
  /** Label of each active filter; filters with the same label count as one. */
  filters: Partial<Record<keyof Fields & string, string>>;
  /** The orders that a user can choose, in the order of the menu. */
  orders?: readonly Order[];
  /** Available page sizes; the first is the default. */
  pageSizes?: readonly number[];
  /** A parameter that says where a search goes on: another text or filter ends it. */
  goesOnAt?: keyof Fields & string;
}

const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** The page of '/events/list/3'; the first page if it is invalid. */
export const readPage = (currentPage: string | undefined): number =>
  /^[1-9]\d{0,5}$/.test(currentPage ?? '') ? Number(currentPage) : 1;

/** Labels of the active filters, without the search text, which is always visible. */
export function activeFilters<Fields extends AddressFields>(
  { filters }: Pick<ListSpec<Fields>, 'filters'>,
  address: AddressOf<Fields>,
): string[] {
  const on = Object.entries<string | undefined>(filters).flatMap(([field, name]) =>
    name && isSet((address as Record<string, unknown>)[field]) ? [name] : [],
  );
  return [...new Set(on)];
}

/** The address without any filter, with the same order and page size. */
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
  /** Applies a choice: a new entry in the browser's history, on the first page. */
  choose: (patch: Partial<Address>) => void;
  /** Applies typing: replaces the current entry. */
  type: (patch: Partial<Address>) => void;
}

/** The state of a list and the functions that change it. */
export function useList<Fields extends AddressFields>(spec: ListSpec<Fields>): List<AddressOf<Fields>> {
  type Address = AddressOf<Fields>;
  const { fields, hrefOf, orders = [], pageSizes = [10], goesOnAt } = spec;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = readPage(useParams().currentPage ?? search.get('page') ?? undefined);
  const address: Address = readState(fields, search);
  const { text = '', sortBy, sortDirection, limit = pageSizes[0] }: Record<string, unknown> = address;
  const pageSize = Number(limit);
  const active = activeFilters(spec, address);
  const go = (next: Address, replace: boolean, to = 1) =>
    void navigate(hrefOf(to, writeState(fields, next, search)), { replace, preventScrollReset: true });
  const fromTheStart = (goesOnAt === undefined ? {} : { [goesOnAt]: undefined }) as Partial<Address>;
  const words = useSearchText(String(text), (next) =>
    go({ ...address, ...fromTheStart, text: next || undefined }, true),
  );
  /** The address including a typed text that has not taken effect yet. */
  const current: Address = 'text' in fields ? { ...address, text: words.typed.trim() || undefined } : address;
  const choose = (patch: Partial<Address>) => go({ ...current, ...fromTheStart, ...patch }, false);
  const type = (patch: Partial<Address>) => go({ ...current, ...fromTheStart, ...patch }, true);
  return {
    address,
    choose,
    type,
    page,
    pageSize,
    pageSizes,
    // Keeps the first row of the current page visible.
    onPageSize: (size) => go({ ...current, limit: size }, false, Math.floor(((page - 1) * pageSize) / size) + 1),
    hrefFor: (each) => hrefOf(each, search),
    active,
    text: words.typed,
    onText: words.type,
    isFiltered: active.length > 0 || text !== '',
    onClear: () => {
      words.clear();
      go({ ...withoutFilters(fields, address), ...fromTheStart }, false);
    },
    orders,
    order: orders.find(({ key, direction }) => key === sortBy && direction === sortDirection),
    onOrder: ({ key, direction }) => go({ ...current, sortBy: key, sortDirection: direction }, false),
  };
}
