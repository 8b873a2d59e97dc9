import type { ReactNode } from 'react';
import css from './KeyValues.module.css';

export interface KeyValue {
  term: string;
  value: ReactNode;
}

/** Terms and values of a record: `facts` in three ruled columns, `rows` with the value on the right. */
export function KeyValues({ items, layout = 'facts' }: { items: readonly KeyValue[]; layout?: 'facts' | 'rows' }) {
  return (
    <dl className={css[layout]}>
      {items.map(({ term, value }, place) => (
        <div key={`${place} ${term}`}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
