import type { ReactNode } from 'react';
import css from './SwitchList.module.css';

/** Switches in a list, with several columns on wide screens. */
export function SwitchList<Item>({ items, children }: { items: readonly Item[]; children: (item: Item) => ReactNode }) {
  return (
    <ul className={css.list}>
      {items.map((item, place) => (
        <li key={place}>{children(item)}</li>
      ))}
    </ul>
  );
}
