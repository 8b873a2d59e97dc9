import { IconChevronDown, IconLayoutList, IconListCheck, IconListDetails, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '../inputs/Button.tsx';
import { DataTable, type DataTableProps, type Sort } from './DataTable.tsx';
import { DataTableSkeleton } from './DataTableSkeleton.tsx';
import { useDensity } from '../layout/density.ts';
import { FilterBar, ListBar, SearchField } from './Filters.tsx';
import { Menu } from '../layout/Menu.tsx';
import { PageHeader } from '../layout/PageHeader.tsx';
import { Pager } from './Pager.tsx';
import { QueryView } from './QueryView.tsx';
import { SelectField } from '../inputs/SelectField.tsx';
import { EmptyState, FilteredState, NoSuchPage } from '../feedback/States.tsx';
import { ThumbBar } from '../layout/ThumbBar.tsx';
import { useWide } from '../layout/useWide.ts';

/** An order that a user can choose: "Newest first". */
export interface Order extends Sort {
  label: string;
}

/** The state of a list and its handlers; see useList. */
export interface ListControls {
  page: number;
  pageSize: number;
  /** Available page sizes. */
  pageSizes: readonly number[];
  onPageSize: (size: number) => void;
  hrefFor: (page: number) => string;
  /** Labels of the active filters, without the search text. */
  active: readonly string[];
  text: string;
  onText: (text: string) => void;
  isFiltered: boolean;
  onClear: () => void;
  orders: readonly Order[];
  order: Order | undefined;
  onOrder: (order: Sort) => void;
}

type Noun = readonly [one: string, many: string];

interface ListScreenProps<Row>
  extends Omit<DataTableProps<Row>, 'caption' | 'rows' | 'sort' | 'onSort' | 'density' | 'stickyHeader'> {
  title: string;
  /** One muted line below the title. */
  meta?: ReactNode;
  /** Singular and plural of a row: ['event', 'events']. */
  noun: Noun;
  list: ListControls;
  query: UseQueryResult<{ items: readonly Row[]; totalCount: number }>;
  /** Label of the search field; without it there is none. */
  search?: string;
  /** Filters of the list; see FilterMenu and FilterPanel. */
  filters?: ReactNode;
  /** Actions on the list as a whole: next to its order, and on a phone among the filters. */
  tools?: ReactNode;
  /** Actions on the selected rows: above them, and on a phone in the thumb bar. */
  chosen?: ReactNode;
  /** The primary action: a link or a button. Omitted if there is none. */
  add?: { label: string } & ({ to: string } | { onClick: () => void });
  /** What will appear here, for users who see the list for the first time. */
  emptyText: string;
  /** Title of the empty state, instead of "No events yet". */
  emptyTitle?: string;
  /** The list shows only a part of the records even without filters: the filters stay visible when it is empty. */
  isPartAlready?: boolean;
  /** Where a user without permission can go. */
  home: string;
}

const counted = (count: number, [one, many]: Noun) => `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`;

/** "Filters: worksite and date." */
function filtersText({ active, text }: ListControls): string {
  if (active.length === 0) return 'Check the spelling, or try fewer words.';
  const names = active.length > 1 ? `${active.slice(0, -1).join(', ')} and ${active.at(-1)}` : active[0];
  return `${text ? 'These filters are on too' : 'These filters are on'}: ${names}.`;
}

function AddButton({
  add,
  ...look
}: {
  add: NonNullable<ListScreenProps<unknown>['add']>;
  size?: 'big';
  full?: boolean;
  leading?: ReactNode;
}) {
  return 'to' in add ? (
    <ButtonLink variant="primary" {...look} to={add.to}>
      {add.label}
    </ButtonLink>
  ) : (
    <Button variant="primary" {...look} onClick={add.onClick}>
      {add.label}
    </Button>
  );
}

function OrderMenu({ orders, order, onOrder }: ListControls) {
  return (
    <Menu
      label="Sort by"
      button={{
        variant: 'view',
        size: 's',
        trailing: <IconChevronDown size={18} aria-hidden />,
        'aria-label': `Sort by: ${order?.label}`,
        children: order?.label,
      }}
      entries={orders.map((each) => ({ label: each.label, chosen: each === order, onSelect: () => onOrder(each) }))}
    />
  );
}

/** The order as a field among the filters, on a phone. */
function OrderField({ orders, order, onOrder }: ListControls) {
  const nameOf = ({ key, direction }: Sort) => `${key} ${direction}`;
  const choose = (chosen: string | null) => onOrder(orders.find((each) => nameOf(each) === chosen) ?? orders[0]!);
  return (
    <SelectField
      label="Sort by"
      options={orders.map((each) => ({ value: nameOf(each), label: each.label }))}
      value={order ? nameOf(order) : null}
      onChange={choose}
    />
  );
}

/** A menu for the page size. */
function RowsMenu({ pageSize, pageSizes, onPageSize }: ListControls) {
  return (
    <Menu
      label="Rows on a page"
      button={{
        variant: 'view',
        size: 's',
        trailing: <IconChevronDown size={18} aria-hidden />,
        'aria-label': `${pageSize} rows on a page`,
        children: `${pageSize} rows`,
      }}
      entries={pageSizes.map((size) => ({
        label: `${size} rows`,
        chosen: size === pageSize,
        onSelect: () => onPageSize(size),
      }))}
    />
  );
}

/** The page size as a field, on a phone. */
function RowsField({ pageSize, pageSizes, onPageSize }: ListControls) {
  return (
    <SelectField
      label="Rows on a page"
      options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
      value={String(pageSize)}
      onChange={(size) => onPageSize(Number(size ?? pageSizes[0]))}
    />
  );
}

function DensityMenu({
  density,
  onChoose,
}: {
  density: ReturnType<typeof useDensity>[0];
  onChoose: ReturnType<typeof useDensity>[1];
}) {
  return (
    <Menu
      label="Row height"
      button={{
        variant: 'view',
        size: 's',
        leading: <IconListDetails size={18} aria-hidden />,
        trailing: <IconChevronDown size={18} aria-hidden />,
        'aria-label': `Row height: ${density}`,
        children: density === 'compact' ? 'Compact' : 'Comfortable',
      }}
      entries={[
        {
          label: 'Comfortable',
          icon: <IconListDetails size={18} aria-hidden />,
          chosen: density === 'comfortable',
          onSelect: () => onChoose('comfortable'),
        },
        {
          label: 'Compact',
          icon: <IconLayoutList size={18} aria-hidden />,
          chosen: density === 'compact',
          onSelect: () => onChoose('compact'),
        },
      ]}
    />
  );
}

/** Returns the last settled value, so that no outdated count is announced while a new one loads. */
function useLastSettled<Value>(value: Value, isSettled: boolean): Value {
  const last = useRef(value);
  if (isSettled) last.current = value;
  return last.current;
}

/** A page with a list: its filters, order, rows and pages, and its empty states. */
export function ListScreen<Row>({
  title,
  meta,
  noun,
  list,
  query,
  search,
  filters,
  tools,
  chosen,
  add,
  emptyText,
  emptyTitle = `No ${noun[1]} yet`,
  isPartAlready = false,
  home,
  ...table
}: ListScreenProps<Row>) {
  const wide = useWide(768);
  const [density, setDensity] = useDensity();
  const [isChoosing, setChoosing] = useState(false);
  const { page, pageSize, isFiltered, orders, order, onClear } = list;
  const total = query.data?.totalCount;
  const isFirstUse = total === 0 && !isFiltered && !isPartAlready;
  const isSettled = total !== undefined && !query.isPlaceholderData;
  const count = useLastSettled(
    total === undefined
      ? ''
      : isFiltered
        ? `${counted(total, noun)} ${total === 1 ? 'matches' : 'match'}`
        : counted(total, noun),
    isSettled,
  );
  const shortCount = useLastSettled(
    total === undefined
      ? ''
      : isFiltered
        ? `${counted(total, noun)} ${total === 1 ? 'matches' : 'match'}`
        : counted(total, noun),
    isSettled,
  );
  const hasFilters = search !== undefined || filters !== undefined;
  const { choice } = table;
  const chooses = !wide && isChoosing && choice !== undefined;
  const endChoosing = () => {
    choice?.onChoose(new Set());
    setChoosing(false);
  };
  return (
    <>
      <PageHeader
        title={title}
        meta={meta}
        aside={!wide && total !== undefined && !isFirstUse ? <span role="status">{shortCount}</span> : undefined}
        actions={wide && !isFirstUse && add && <AddButton add={add} leading={<IconPlus size={20} aria-hidden />} />}
      />
      {!isFirstUse && hasFilters && (
        <FilterBar
          search={search && <SearchField label={search} value={list.text} onChange={list.onText} />}
          active={list.active.length}
          onClear={onClear}
        >
          {!wide && orders.length > 0 && <OrderField {...list} />}
          {!wide && list.pageSizes.length > 1 && <RowsField {...list} />}
          {filters}
          {!wide && tools}
        </FilterBar>
      )}
      {wide && !isFirstUse && (
        <ListBar count={count || ' '} onClear={isFiltered ? onClear : undefined}>
          {orders.length > 0 && <OrderMenu {...list} />}
          {list.pageSizes.length > 1 && <RowsMenu {...list} />}
          <DensityMenu density={density} onChoose={setDensity} />
          {tools}
        </ListBar>
      )}
      {wide && !isFirstUse && chosen}
      {!wide && choice && !chooses && (total ?? 0) > 0 && (
        <Button variant="quiet" leading={<IconListCheck size={20} aria-hidden />} onClick={() => setChoosing(true)}>
          Choose {noun[1]}
        </Button>
      )}
      <QueryView query={query} home={home} skeleton={<DataTableSkeleton density={density} />}>
        {({ items, totalCount }) => {
          if (items.length > 0) {
            return (
              <>
                <DataTable
                  {...table}
                  choosing={chooses}
                  caption={title}
                  rows={items}
                  density={density}
                  sort={order}
                  onSort={orders.length > 0 ? list.onOrder : undefined}
                />
                <Pager page={page} pageSize={pageSize} total={totalCount} hrefFor={list.hrefFor} />
              </>
            );
          }
          if (totalCount > 0) {
            return <NoSuchPage page={page} last={Math.ceil(totalCount / pageSize)} first={list.hrefFor(1)} />;
          }
          if (isFiltered)
            return (
              <FilteredState
                title={list.text ? `Nothing matches “${list.text}”` : `No ${noun[1]} match`}
                text={filtersText(list)}
                onClear={onClear}
              />
            );
          return <EmptyState title={emptyTitle} text={emptyText} action={wide && add && <AddButton add={add} />} />;
        }}
      </QueryView>
      {chooses && (
        <ThumbBar>
          {chosen}
          <Button full onClick={endChoosing}>
            Stop choosing
          </Button>
        </ThumbBar>
      )}
      {add && !chooses && (
        <ThumbBar fixed>
          <AddButton add={add} size="big" full leading={<IconPlus size={22} aria-hidden />} />
        </ThumbBar>
      )}
    </>
  );
}
