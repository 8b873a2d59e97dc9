import {
  Area,
  CartesianGrid,
  ComposedChart,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { useWide } from '../../../../ui/layout/useWide.ts';
import { halfUp } from '../calculation/half-up.ts';
import { niceScale } from '../calculation/nice-scale.ts';
import { reachOf, type Metric, type RatePoint } from '../calculation/rate-series.ts';
import { chartText } from '../calculation/rate-labels.ts';
import css from './Charts.module.css';
import { widthOf } from './label-places.ts';
import { LoadLine } from './LoadLine.tsx';
import { chosenMonth } from './chosen-month.ts';
import { MonthTick } from './MonthAxis.tsx';
import { limitLines, LONE_BAND_WIDTH, loneBand, placeLabels, type PlacedPoint, type Plot } from './rate-layout.ts';
import { RateMarks } from './RateMarks.tsx';
import { RateTip } from './RateTip.tsx';

export interface RateChartProps {
  metric: Metric;
  points: readonly RatePoint[];
  /** Limit of the current month, which has no point; undefined if the range ends before it. */
  currentLimit?: number | null | undefined;
  height: number;
  /** Called when a point is clicked with a mouse. A tap shows the tooltip instead; the table has the links. */
  onMonth?: (month: YearMonth) => void;
}

/** Below the line and above the band. */
const LOAD_LINE_LAYER = 150;
const MARKS_LAYER = 600;

const bandOf = ({ low, high }: RatePoint) => (low === null || high === null ? null : [low, high]);

/** Chart of the rolling rate by month with its 95% confidence interval and the limit. */
export function RateChart({ metric, points, currentLimit, height, onMonth }: RateChartProps) {
  const isPhone = !useWide(768);
  const { top, ticks, decimals } = niceScale(reachOf(points, currentLimit));
  const tickText = (value: number) => halfUp(value, decimals);
  const axisWidth = Math.ceil(Math.max(24, ...ticks.map((tick) => widthOf(tickText(tick)))) + 8);
  const hasLimit = (currentLimit === undefined ? points.at(-1)?.limit : currentLimit) != null;
  const severalYears = points[0]?.month.slice(0, 4) !== points.at(-1)?.month.slice(0, 4);
  const right = hasLimit ? (isPhone ? 90 : 112) : isPhone ? 8 : 48;
  const months = points.map(({ month }) => month);
  const lastClosed = points.findLastIndex(({ isHeadline }) => isHeadline);
  const bands = points.map((point, place) => (place <= lastClosed ? bandOf(point) : null));
  const isLone = bands.filter(Boolean).length === 1;
  const data = points.map((point, place) => ({ month: point.month, point, band: isLone ? null : bands[place] }));
  return (
    <div className={css.frame} style={{ height }} role="img" aria-label={chartText(metric, points, currentLimit)}>
      <ComposedChart
        responsive
        data={data}
        style={{ width: '100%', height }}
        margin={{ top: 14, right, bottom: severalYears ? 12 : 0, left: 0 }}
        accessibilityLayer={false}
        onClick={chosenMonth(onMonth)}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" shapeRendering="crispEdges" />
        <XAxis
          dataKey="month"
          height={26}
          padding={{ left: 14, right: 14 }}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)', shapeRendering: 'crispEdges' }}
          tick={({ x, y, payload }) => (
            <MonthAxisTick
              x={Number(x)}
              y={Number(y)}
              month={String(payload.value)}
              months={months}
              isPhone={isPhone}
            />
          )}
        />
        <YAxis
          width={axisWidth}
          domain={[0, top]}
          ticks={[...ticks]}
          interval={0}
          allowDataOverflow
          tickLine={false}
          axisLine={false}
          tick={({ x, y, payload }) => (
            <text x={Number(x)} y={Number(y) + 4} textAnchor="end">
              {tickText(Number(payload.value))}
            </text>
          )}
        />
        <Area
          dataKey="band"
          type="linear"
          fill="var(--band)"
          fillOpacity={1}
          stroke="none"
          isAnimationActive={false}
          activeDot={false}
          dot={false}
        />
        <Drawing points={points} currentLimit={currentLimit} isPhone={isPhone} lastClosed={lastClosed} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '2 3' }}
          content={(tip) => (
            <RateTip
              metric={metric}
              point={tip.active ? (tip.payload?.[0]?.payload as { point: RatePoint } | undefined)?.point : undefined}
            />
          )}
        />
      </ComposedChart>
    </div>
  );
}

function MonthAxisTick(tick: { x: number; y: number; month: string; months: readonly string[]; isPhone: boolean }) {
  const plot = usePlotArea();
  return <MonthTick {...tick} y={tick.y + 6} width={plot?.width ?? 0} />;
}

function Drawing({
  points,
  currentLimit,
  isPhone,
  lastClosed,
}: {
  points: readonly RatePoint[];
  currentLimit: RateChartProps['currentLimit'];
  isPhone: boolean;
  lastClosed: number;
}) {
  const area = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (!area || !xOf || !yOf) return null;
  const plot: Plot = { left: area.x, right: area.x + area.width, top: area.y, bottom: area.y + area.height };
  const height = (value: number) => Math.max(plot.top, yOf(value) ?? plot.bottom);
  const placed: PlacedPoint[] = points.map((point, place) => {
    const banded = place <= lastClosed;
    return {
      ...point,
      x: xOf(point.month) ?? plot.left,
      at: height(point.figure ?? 0),
      atLow: !banded || point.low === null ? null : height(point.low),
      atHigh: !banded || point.high === null ? null : height(point.high),
    };
  });
  const lines = limitLines(placed, plot, height, currentLimit);
  const labels = placeLabels(placed, lines, plot, isPhone);
  const lone = loneBand(placed);
  return (
    <>
      <ZIndexLayer zIndex={LOAD_LINE_LAYER}>
        {lone && (
          <rect
            x={lone.x - LONE_BAND_WIDTH / 2}
            y={lone.atHigh}
            width={LONE_BAND_WIDTH}
            height={lone.atLow - lone.atHigh}
            fill="var(--band)"
          />
        )}
        <LoadLine lines={lines} plot={plot} isPhone={isPhone} />
      </ZIndexLayer>
      <ZIndexLayer zIndex={MARKS_LAYER}>
        <RateMarks points={placed} labels={labels} />
      </ZIndexLayer>
    </>
  );
}
