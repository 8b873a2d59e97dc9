import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, Tooltip, usePlotArea, XAxis, YAxis } from 'recharts';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { formatMonth } from '../../../../lib/format/time.ts';
import { useWide } from '../../../../ui/layout/useWide.ts';
import { niceScale } from '../calculation/nice-scale.ts';
import css from './Charts.module.css';
import { chosenMonth } from './chosen-month.ts';
import { widthOf } from './label-places.ts';
import { MonthTick } from './MonthAxis.tsx';

export interface MonthCount {
  month: YearMonth;
  count: number;
  isRunning: boolean;
}

export interface EventBarsProps {
  /** 'Leading events by month' */
  label: string;
  counts: readonly MonthCount[];
  colour: 'c1' | 'c2';
  height: number;
  /** Called when a bar is clicked with a mouse. A tap shows the tooltip instead; the table has the links. */
  onMonth?: (month: YearMonth) => void;
}

/** Bar chart of events by month. The current month is hatched, since it has not ended. */
export function EventBars({ label, counts, colour, height, onMonth }: EventBarsProps) {
  const isPhone = !useWide(768);
  const hatch = `hatch${useId().replace(/\W/g, '')}`;
  const { top, ticks } = niceScale(Math.max(0, ...counts.map(({ count }) => count)), { whole: true });
  const axisWidth = Math.ceil(Math.max(24, ...ticks.map((tick) => widthOf(String(tick)))) + 8);
  const severalYears = counts[0]?.month.slice(0, 4) !== counts.at(-1)?.month.slice(0, 4);
  const description = counts
    .map(
      ({ month, count, isRunning }) => `${formatMonth(month, { short: true })} ${count}${isRunning ? ' so far' : ''}`,
    )
    .join(', ');
  const ink = `var(--${colour})`;
  return (
    <div className={css.frame} style={{ height }} role="img" aria-label={`${label}: ${description}.`}>
      <BarChart
        responsive
        data={[...counts]}
        style={{ width: '100%', height }}
        margin={{ top: 18, right: 0, bottom: severalYears ? 12 : 0, left: 0 }}
        accessibilityLayer={false}
        onClick={chosenMonth(onMonth)}
      >
        <defs>
          <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0v5" stroke={ink} strokeWidth="2.4" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--grid)" shapeRendering="crispEdges" />
        <XAxis
          dataKey="month"
          height={26}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)', shapeRendering: 'crispEdges' }}
          tick={({ x, y, payload }) => (
            <BarTick
              x={Number(x)}
              y={Number(y)}
              month={String(payload.value)}
              months={counts.map(({ month }) => month)}
              isPhone={isPhone}
            />
          )}
        />
        <YAxis
          width={axisWidth}
          domain={[0, top]}
          ticks={[...ticks]}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={({ x, y, payload }) => (
            <text x={Number(x)} y={Number(y) + 4} textAnchor="end">
              {Number(payload.value).toLocaleString('en-CA')}
            </text>
          )}
        />
        <Bar
          dataKey="count"
          maxBarSize={26}
          isAnimationActive={false}
          activeBar={false}
          shape={(bar: unknown) => <MonthBar {...(bar as BarShape)} ink={ink} hatch={hatch} months={counts.length} />}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={(tip) => (
            <BarTip
              count={tip.active ? (tip.payload?.[0]?.payload as MonthCount | undefined) : undefined}
              label={label}
            />
          )}
        />
      </BarChart>
    </div>
  );
}

interface BarShape {
  x: number;
  y: number;
  width: number;
  height: number;
  payload: MonthCount;
}

function MonthBar({
  x,
  y,
  width,
  height,
  payload,
  ink,
  hatch,
  months,
}: BarShape & { ink: string; hatch: string; months: number }) {
  const plot = usePlotArea();
  const hasRoom = (plot?.width ?? 0) / months >= widthOf(String(payload.count)) + 3;
  return (
    <g>
      {payload.isRunning ? (
        <rect
          x={x}
          y={y}
          width={width}
          height={Math.max(0, height)}
          fill={`url(#${hatch})`}
          stroke={ink}
          strokeDasharray="4 3"
          strokeWidth={1.5}
        />
      ) : (
        <rect x={x} y={y} width={width} height={Math.max(0, height)} fill={ink} />
      )}
      {hasRoom && (
        <text className={css.strong} x={x + width / 2} y={y - 6} textAnchor="middle">
          {payload.count.toLocaleString('en-CA')}
        </text>
      )}
    </g>
  );
}

function BarTick(tick: { x: number; y: number; month: string; months: readonly string[]; isPhone: boolean }) {
  const plot = usePlotArea();
  return <MonthTick {...tick} y={tick.y + 6} width={plot?.width ?? 0} />;
}

function BarTip({ count, label }: { count: MonthCount | undefined; label: string }) {
  if (!count) return null;
  return (
    <div className={css.tip}>
      <b>
        {formatMonth(count.month)}: {count.count.toLocaleString('en-CA')}
      </b>
      <span>{count.isRunning ? `${label}; the month has not ended` : label}</span>
    </div>
  );
}
