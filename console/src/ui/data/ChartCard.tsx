import { IconChartLine, IconInfoCircle, IconTable } from '@tabler/icons-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import css from './ChartCard.module.css';
import { Section } from '../layout/Section.tsx';
import { HiddenOnPhone, VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface ExplainedFigureProps {
  /** "1.85"; a dash when there is none. */
  figure: ReactNode;
  /** "Rolling 12 months to September". */
  period: ReactNode;
  /** Where the figure comes from, as a sentence whose terms are links: "26 recordable cases × 200,000 ÷ 2,811,430 hours". */
  sum?: ReactNode;
  size?: 'xl' | 'l';
}

/** A big figure with its period and its sum. */
export function ExplainedFigure({ figure, period, sum, size = 'l' }: ExplainedFigureProps) {
  return (
    <div className={css.figures}>
      <div className={`${css.figure} ${css[size]}`}>{figure}</div>
      <p className={css.sum}>
        <b>{period}</b>
        {sum}
      </p>
    </div>
  );
}

interface ChartCardProps {
  title: ReactNode;
  abbr?: string;
  /** An ExplainedFigure. */
  figure?: ReactNode;
  /** Rows of further figures below it. */
  facts?: ReactNode;
  chart: ReactNode;
  /** The same numbers as a table. */
  table: ReactNode;
  /** Why a figure is provisional, which months are above the limit, when it was set. */
  note?: ReactNode;
  /** The figure stands at the left of the chart instead of above it. */
  beside?: boolean;
  className?: string;
}

/** A chart in a ruled section. Whoever cannot read a chart reads its table. */
export function ChartCard({ title, abbr, figure, facts, chart, table, note, beside, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  // The button answers at once: a chart takes a phone its time to draw, and to take away.
  const isTable = useDeferredValue(asTable);
  const toggle = (
    <Button
      variant="view"
      size="s"
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
      leading={asTable ? <IconChartLine size={20} aria-hidden /> : <IconTable size={20} aria-hidden />}
    >
      <HiddenOnPhone>{asTable ? 'View as chart' : 'View as table'}</HiddenOnPhone>
      <VisuallyHidden>: {title}</VisuallyHidden>
    </Button>
  );
  return (
    <Section title={title} abbr={abbr} action={toggle} className={className}>
      <div className={beside ? css.beside : undefined}>
        <div>
          {figure}
          {facts && <div className={css.facts}>{facts}</div>}
        </div>
        <figure className={css.chart}>{isTable ? table : chart}</figure>
      </div>
      {note && <Note>{note}</Note>}
    </Section>
  );
}

/** A small line below a chart or a list. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={css.note}>
      <IconInfoCircle size={16} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
