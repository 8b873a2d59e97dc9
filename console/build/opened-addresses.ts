import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { addressOf } from '../src/lib/api/operation.ts';
import { pattern } from '../src/lib/url/paths.ts';
import { settingsPattern } from '../src/lib/url/settings-paths.ts';

/** A question that a screen asks first. `*name*` stands for a part of the address, or for the organization that opens. */
interface Question {
  path: string;
  /** Whatever else the address says, the question is the same. */
  always?: true;
}

interface Opened {
  address: string;
  /** The modules of its first screen, beside those of every page. */
  modules: readonly string[];
  questions: readonly Question[];
}

const SHELL = 'src/app/shell/Shell.tsx';
const SETTINGS = [SHELL, 'src/app/areas/settings-area.tsx'];
const screen = (context: string, name: string) => `src/features/${context}/pages/${name}.route.tsx`;

const organizationGuid = '*organizationGuid*';
const ofOrganization = { query: { organizationGuid } };
const startup: Question = { path: addressOf('getStartup', ofOrganization), always: true };
const forms: Question = { path: addressOf('listForms', ofOrganization), always: true };
const notifications: Question = { path: addressOf('listNotifications', ofOrganization), always: true };
const figures: Question = { path: addressOf('getDashboard', ofOrganization) };
const firstEvents: Question = {
  path: addressOf('listIncidents', {
    query: { organizationGuid, sortBy: 'OCCURRENCE_DATE', sortDirection: 'DESCENDING', limit: 10, offset: 0 },
  }),
};
const event: Question = {
  path: addressOf('getIncident', { params: { eventId: '*eventId*' }, ...ofOrganization }),
  always: true,
};
const form: Question = { path: addressOf('getForm', { params: { guid: '*formGuid*' }, ...ofOrganization }) };
const month: Question = {
  path: addressOf('getMonthlyMetrics', { params: { orgGuid: organizationGuid, yearMonth: '*yearMonth*' } }),
  always: true,
};

const list = [SHELL, screen('incidents', 'event-list')];
const eventPage = [SHELL, screen('incidents', 'event')];
const dashboard = {
  modules: [SHELL, screen('metrics', 'dashboard')],
  questions: [startup, figures, notifications, forms],
};

/** What is on the first screen of an address; the first address that fits counts. */
const opened: readonly Opened[] = [
  { address: pattern.root, ...dashboard },
  { address: pattern.home, ...dashboard },
  { address: pattern.dashboard, ...dashboard },
  {
    address: pattern.eventList.replace(':currentPage', '1'),
    modules: list,
    questions: [startup, firstEvents, forms, notifications],
  },
  { address: pattern.eventList, modules: list, questions: [startup, forms] },
  { address: pattern.reportEvent, modules: [SHELL, screen('incidents', 'report-event')], questions: [startup, form] },
  { address: pattern.editEvent, modules: [SHELL, screen('incidents', 'edit-event')], questions: [startup, event] },
  {
    address: pattern.eventHistory,
    modules: [...eventPage, screen('incidents', 'event-history')],
    questions: [startup, event],
  },
  {
    address: pattern.event,
    modules: [...eventPage, screen('incidents', 'event-details')],
    questions: [startup, event, notifications],
  },
  {
    address: pattern.personalSettings,
    modules: [...SETTINGS, screen('identity', 'personal-settings')],
    questions: [startup],
  },
  {
    address: settingsPattern.reportingMonth,
    modules: [...SETTINGS, screen('metrics', 'monthly-metrics')],
    questions: [startup, month, notifications],
  },
  {
    address: settingsPattern.reportingMetrics,
    modules: [...SETTINGS, screen('metrics', 'monthly-metrics')],
    questions: [startup],
  },
];

/** An event is asked for by its guid alone: /events/manage-forms is none. */
const expressionOf = (address: string) =>
  `^${address
    .replaceAll(':eventId', '(?<eventId>[0-9a-f-]{36})')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\/$/, '')}/?$`;
const attribute = (value: string) => `'${value.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`;

/** The files that a chunk brings with it, and itself. */
function withImports(
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  file: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = chunks.get(file);
  if (found.has(file) || !chunk) return found;
  found.add(file);
  for (const imported of chunk.imports) withImports(chunks, imported, found);
  return found;
}

const source = readFileSync(join(import.meta.dirname, '../public/prelude.js'));
/** Named by what is in it: a page that a device has kept runs with the prelude of its own release. */
const preludeFile = `assets/prelude-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;

/** Tells public/prelude.js what an address opens with: it is asked for with the first files, not after these have run. */
export function openedAddresses(): Plugin {
  return {
    name: 'opened-addresses',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: preludeFile, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
        );
        const always = withImports(chunks, entry!.fileName);
        const chunkOf = (module: string) => {
          const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (!chunk) throw new Error(`${module} is in no chunk`);
          return chunk.fileName;
        };
        const known = opened.map(({ address, modules, questions }) => {
          const files = new Set(modules.flatMap((module) => [...withImports(chunks, chunkOf(module))]));
          return { address: expressionOf(address), files: [...files].filter((file) => !always.has(file)), questions };
        });
        const face = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
        const prelude = '<script src="/prelude.js"';
        if (!html.includes(prelude) || !face) throw new Error('The page has lost its prelude or its face');
        return html.replace(
          prelude,
          `<script src="/${preludeFile}" data-face="/${face}" data-opened=${attribute(JSON.stringify(known))}`,
        );
      },
    },
  };
}
