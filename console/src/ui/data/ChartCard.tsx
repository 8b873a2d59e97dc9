import { IconChartLine, IconInfoCircle, IconTable } from '@tabler/icons-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Button } from '../inputs/Button.tsx';
import css from './ChartCard.module.css';
import { Section } from '../layout/Section.tsx';
import { HiddenOnPhone, VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface ExplainedFigureProps {
  /** "1.85"; a dash if there is none. */
  figure: ReactNode;
  /** "Rolling 12 months to September". */
  period: ReactNode;
  /**
   * How the figure is calculated, as a sentence whose terms are links: "26 recordable cases × 200,000 ÷ 2,811,430
   * hours".
   */
  sum?: ReactNode;
  size?: 'xl' | 'l';
}

/** A large figure with its period and its calculation. */
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
  /** Rows of further figures below the main one. */
  facts?: ReactNode;
  chart: ReactNode;
  /** The same numbers as a table. */
  table: ReactNode;
  /** Why a figure is provisional, which months are above the limit, when the limit was set. */
  note?: ReactNode;
  /** Shows the figure to the left of the chart instead of above it. */
  beside?: boolean;
  className?: string;
}

/** A chart in a ruled section, which can be switched to a table of the same numbers. */
export function ChartCard({ title, abbr, figure, facts, chart, table, note, beside, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  // Deferred, so that the button responds at once: drawing and removing a chart is slow on a phone.
  const isTable = useDeferredValue(asTable);
  const toggle = (
    <Button
      variant="view"
      size="s"
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
      leading={asTable ? <IconChartLine size={20} aria-hidden /> : <IconTable size={20} aria-hidden />}
    >
      <span>
        <HiddenOnPhone>View as </HiddenOnPhone>
        <span className={css.kind}>{asTable ? 'chart' : 'table'}</span>
        <VisuallyHidden>: {title}</VisuallyHidden>
      </span>
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
