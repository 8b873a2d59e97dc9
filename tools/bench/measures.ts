import { benchDashboard } from '../../projections/bench/dashboard.ts';
import { benchListPaging } from '../../projections/bench/list-paging.ts';
import { benchSearchScale } from '../../projections/bench/search-scale.ts';
import { benchRebuild } from '../../projections/bench/rebuild.ts';
import { benchAppend } from '../../services/event-store/bench/append.ts';
import type { Measurement } from '../../services/event-store/bench/measurement.ts';
import { benchFindDue, benchQuote, benchRenewals, benchGate } from './measures/billing.ts';
import { benchArchiveGroup } from './measures/archive-group.ts';
import { benchAuditBundle, type BundleMeasurement } from './measures/audit-bundle.ts';
import { benchCommandOverHttp } from './measures/command-over-http.ts';
import { benchBesideLoud } from './measures/beside-loud.ts';
import { benchBesideSignIns } from './measures/beside-sign-ins.ts';
import { benchExport, type ExportMeasurement } from './measures/export-list.ts';
import { benchFeedPage } from './measures/feed-page.ts';
import {
  benchBesideExport,
  benchExportLag,
  benchKafkaExport,
  type BesideExportMeasurement,
} from './measures/kafka-export.ts';
import { benchRoutedReports } from './measures/routed-reports.ts';
import { benchStartupOfMany } from './measures/startup-of-many.ts';
import { benchUploads } from './measures/uploads.ts';
import {
  benchLagBesideImport,
  benchLagBesideNewReadModel,
  benchLiveLag,
  type LagBesideMeasurement,
} from './measures/live-lag.ts';

/** Bounds of a measure: the floor is required, the goal desired. Without them it is only reported. */
export interface Bound {
  readonly what: string;
  readonly unit?: 'ms' | 's' | 'MB';
  readonly better: 'more' | 'less';
  readonly floor?: number;
  readonly goal?: number;
  readonly of: (found: Measurement) => number;
}

interface BenchContext {
  /** Superuser URL of a separate cluster. */
  readonly adminUrl: string;
  /** Folder for files beside the cluster. */
  readonly folder: string;
  readonly rounds: number;
  /** Divides all sizes; 1 except for trial runs. */
  readonly divisor: number;
  readonly profileFolder?: string;
}

export interface Measure {
  readonly id: string;
  readonly needsPgbench?: boolean;
  /** Skipped with a message if no broker can be started. */
  readonly needsKafka?: boolean;
  /** Runs only with --full. */
  readonly isLong?: boolean;
  readonly bounds: readonly Bound[];
  readonly run: (context: BenchContext) => Promise<Measurement>;
}

const ratio = ({ ratio: found }: Measurement): number => found;
const atLeast = (what: string, floor?: number, goal?: number): Bound => ({
  what,
  better: 'more',
  floor,
  goal,
  of: ratio,
});
const atMost = (what: string, floor: number, goal: number): Bound => ({ what, better: 'less', floor, goal, of: ratio });

const milliseconds = (what: string, floor: number, goal: number, of = ratio): Bound => ({
  what,
  unit: 'ms',
  better: 'less',
  floor,
  goal,
  of,
});
const besideBounds = (what: string): Bound[] => [
  milliseconds(`Lag of one organization ${what}: p99`, 1_000, 300),
  milliseconds(
    'A right revoked meanwhile goes on working for at most',
    1_000,
    1_000,
    (found) => (found as LagBesideMeasurement).revoked,
  ),
];

const dashboardBounds = (size: string): Bound[] => [
  {
    what: `Dashboard at ${size}, 16 users: p99`,
    unit: 'ms',
    better: 'less',
    floor: 100,
    goal: 50,
    of: (found) => (found as Measurement & { p99: number }).p99,
  },
  atMost(`Dashboard: cost at ${size} ÷ at 10 k events`, 2, 1.3),
];
const dashboard =
  (id: string, large: number, organizations = 1) =>
  ({ adminUrl, rounds, divisor }: BenchContext) =>
    benchDashboard({ id, adminUrl, large: large / divisor, organizations, small: 10_000 / divisor, rounds });
/** Minimum number of incidents for a full page 200: ten per page, a tenth of all hidden. */
const FOR_PAGE_200 = 2_500;
const listPaging =
  (id: string, incidents: number, organizations = 1) =>
  ({ adminUrl, rounds, divisor }: BenchContext) =>
    benchListPaging({
      id,
      adminUrl,
      incidents: Math.max(FOR_PAGE_200, incidents / divisor),
      organizations: Math.max(1, organizations / divisor),
      rounds,
    });

const secondsOf = (full: number, divisor: number): number => (divisor === 1 ? full : 2);
/** More and shorter rounds, so that other load on the machine affects subject and peer alike. */
const twice = (rounds: number): number => rounds * 2;
const commands =
  (id: string, processes: number, projector = false) =>
  ({ adminUrl, folder, rounds, divisor, profileFolder }: BenchContext) =>
    benchCommandOverHttp({
      id,
      adminUrl,
      folder,
      rounds: rounds * 3,
      seconds: secondsOf(3, divisor),
      processes,
      projector,
      profileFolder,
    });

/** All measures with their floors and goals. */
export const measures: readonly Measure[] = [
  {
    id: 'P1',
    needsPgbench: true,
    bounds: [atLeast('Append API ÷ pgbench durable insert', 1, 1.4)],
    run: ({ adminUrl, rounds, divisor }) =>
      benchAppend({ adminUrl, rounds: twice(rounds), seconds: secondsOf(3, divisor) }),
  },
  {
    id: 'P2',
    needsPgbench: true,
    bounds: [atLeast('Command over HTTP ÷ pgbench durable insert', 0.3, 0.6)],
    run: commands('P2', 2),
  },
  { id: 'P2-one', needsPgbench: true, bounds: [atLeast('The same with one API process')], run: commands('P2-one', 1) },
  {
    id: 'P2-live',
    needsPgbench: true,
    bounds: [atLeast('The same with one API process that keeps the read models too')],
    run: commands('P2-live', 1, true),
  },
  {
    id: 'H1',
    bounds: [atLeast('Reports that go to someone by call lists ÷ reports that ask no one', 0.7, 0.9)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchRoutedReports({ id: 'H1', adminUrl, folder, rounds: twice(rounds), seconds: secondsOf(4, divisor) }),
  },
  {
    id: 'H2',
    bounds: [atLeast('Reports that go to someone without call lists ÷ by them', 0.8, 0.95)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchRoutedReports({ id: 'H2', adminUrl, folder, rounds: twice(rounds), seconds: secondsOf(4, divisor) }),
  },
  {
    id: 'P6',
    bounds: [atLeast('Rebuild of all read models ÷ COPY', 0.5, 0.9)],
    run: ({ adminUrl, rounds, divisor }) =>
      benchRebuild({ adminUrl, rounds: twice(rounds), events: 100_000 / divisor, tenants: 10 }),
  },
  {
    id: 'P6b',
    bounds: [atLeast('The same for 1,000 organizations of 20 events', 0.15, 0.4)],
    run: ({ adminUrl, rounds, divisor }) =>
      benchRebuild({ adminUrl, rounds, events: 20_000 / divisor, tenants: 1_000 / divisor }),
  },
  {
    id: 'P8',
    bounds: [milliseconds('Live lag at 500 reports/s: p99', 500, 150)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchLiveLag({ adminUrl, folder, rounds, rate: 500 / divisor, seconds: secondsOf(15, divisor) }),
  },
  {
    id: 'P8b',
    bounds: besideBounds('while another imports 200 k events'),
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchLagBesideImport({ adminUrl, folder, rounds, events: 200_000 / divisor }),
  },
  {
    id: 'P8b-added',
    bounds: besideBounds('while a read model is added to a log of 1 M events'),
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchLagBesideNewReadModel({ adminUrl, folder, rounds, events: 1_000_000 / divisor }),
  },
  {
    id: 'F32',
    bounds: [atMost("Others' p99 while one organization goes at full speed ÷ their usual", 2, 1.5)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchBesideLoud({ adminUrl, folder, rounds, seconds: secondsOf(10, divisor) }),
  },
  { id: 'P9', bounds: dashboardBounds('1 M events'), run: dashboard('P9', 1_000_000) },
  { id: 'P9-10M', isLong: true, bounds: dashboardBounds('10 M events'), run: dashboard('P9-10M', 10_000_000) },
  {
    id: 'P9-100',
    isLong: true,
    bounds: dashboardBounds('1 M incidents of 100 organizations'),
    run: dashboard('P9-100', 50_000, 100),
  },
  {
    id: 'P10',
    bounds: [atMost('List of 100 k incidents: page 200 ÷ page 1', 1.5, 1.2)],
    run: listPaging('P10', 100_000),
  },
  {
    id: 'P10-100',
    isLong: true,
    bounds: [atMost('List of one of 100 organizations with 1 M incidents: page 200 ÷ page 1', 1.5, 1.2)],
    run: listPaging('P10-100', 10_000, 100),
  },
  {
    id: 'P25',
    isLong: true,
    bounds: [atMost('First page of a search among 1 M incidents ÷ among 100 k', 3, 2)],
    run: ({ adminUrl, rounds, divisor }) =>
      benchSearchScale({ id: 'P25', adminUrl, rounds, many: 1_000_000 / divisor, few: 100_000 / divisor }),
  },
  {
    id: 'P14',
    needsKafka: true,
    bounds: [atLeast('Export to Kafka ÷ a bare loop of kafkajs', 0.3, 0.5)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchKafkaExport({ adminUrl, folder, rounds, events: 20_000 / divisor }),
  },
  {
    id: 'P16',
    bounds: [atMost('Command p99 while 50 people sign in at once ÷ without', 3, 2)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchBesideSignIns({ adminUrl, folder, rounds, seconds: secondsOf(10, divisor), people: 50 / divisor }),
  },
  {
    id: 'P22',
    bounds: [atMost('Archiving a group with 100 k events ÷ with 10', 1.5, 1.1)],
    run: ({ adminUrl, rounds, divisor }) => benchArchiveGroup({ adminUrl, rounds, many: 100_000 / divisor, few: 10 }),
  },
  {
    id: 'P23',
    bounds: [milliseconds('GET /startup with 1,000 members, 200 groups, 200 worksites, 16 users: p99', 50, 20)],
    run: ({ adminUrl, folder, rounds, divisor, profileFolder }) =>
      benchStartupOfMany({
        adminUrl,
        folder,
        rounds,
        profileFolder,
        seconds: secondsOf(10, divisor),
        members: 1_000 / divisor,
        groups: 200 / divisor,
        worksites: 200 / divisor,
        users: 16,
      }),
  },
  {
    id: 'U1',
    bounds: [atLeast('Uploads of 25 MB, 8 at once ÷ dd conv=fsync of the same bytes', 0.15, 0.3)],
    run: ({ adminUrl, folder, rounds, divisor, profileFolder }) =>
      benchUploads({ adminUrl, folder, rounds, profileFolder, bytes: 26_214_400 / divisor, atOnce: 8 }),
  },
  {
    id: 'E1',
    bounds: [
      atLeast('CSV of 100 k incidents ÷ COPY TO of the same rows', 0.05, 0.15),
      {
        what: 'Memory that it takes besides',
        unit: 'MB',
        better: 'less',
        floor: 64,
        goal: 64,
        of: (found) => (found as ExportMeasurement).moreMemory,
      },
    ],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchExport({ adminUrl, folder, rounds, incidents: 100_000 / divisor }),
  },
  {
    id: 'X1',
    bounds: [milliseconds('Feed: a page of 1,000 at 100 k events: p99', 300, 150)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchFeedPage({ adminUrl, folder, rounds, events: 100_000 / divisor }),
  },
  {
    id: 'X2',
    needsKafka: true,
    bounds: [milliseconds('Lag of the export to Kafka at 200 reports/s: p99', 1_000, 1_000)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchExportLag({ adminUrl, folder, rounds, rate: 200 / divisor, seconds: secondsOf(15, divisor) }),
  },
  {
    id: 'X3',
    bounds: [
      {
        what: 'Bundle of 100 k events, until it can be fetched',
        unit: 's',
        better: 'less',
        floor: 60,
        goal: 60,
        of: ratio,
      },
      {
        what: 'Memory that it takes besides',
        unit: 'MB',
        better: 'less',
        floor: 200,
        goal: 200,
        of: (found) => (found as BundleMeasurement).moreMemory,
      },
    ],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchAuditBundle({ adminUrl, folder, rounds, events: 100_000 / divisor }),
  },
  {
    id: 'X4',
    needsKafka: true,
    bounds: [
      atMost('Report p99 at 200/s beside the export to Kafka ÷ beside reactors without', 1.3, 1.1),
      {
        what: 'Memory of the reactors that it takes besides',
        unit: 'MB',
        better: 'less',
        floor: 50,
        goal: 50,
        of: (found) => (found as BesideExportMeasurement).moreMemory,
      },
    ],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchBesideExport({ adminUrl, folder, rounds, rate: 200 / divisor, seconds: secondsOf(15, divisor) }),
  },
  {
    id: 'B1',
    bounds: [atLeast('Writes that the wall looks at, with payments ÷ without', 0.98, 0.98)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchGate({ adminUrl, folder, rounds: rounds * 3, seconds: secondsOf(5, divisor) }),
  },
  {
    id: 'B2',
    bounds: [atMost('Finding what is due among 100,000 organizations ÷ among 1,000', 2, 1.5)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchFindDue({ adminUrl, folder, rounds, many: 100_000 / divisor, few: 1_000 / divisor, due: 50 }),
  },
  {
    id: 'B3',
    bounds: [milliseconds('A quote: p99', 20, 10)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchQuote({ adminUrl, folder, rounds, seconds: secondsOf(10, divisor) }),
  },
  {
    id: 'B4',
    bounds: [atMost('Memory after 10,000 renewals ÷ after 1,000', 1.1, 1.05)],
    run: ({ adminUrl, folder, rounds, divisor }) =>
      benchRenewals({ adminUrl, folder, rounds, renewals: 10_000 / divisor, organizations: 100 / divisor }),
  },
];
