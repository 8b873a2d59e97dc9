import type { Rollup } from 'vite';

/** What people open day by day, often on a phone with little signal, and what judges a report or a month before it is sent; what stands around all of it is there in any case. */
const everyday = {
  frame: /console\/src\/app\/shell\/Shell\.tsx$/,
  dashboard: /console\/src\/features\/metrics\/(pages\/dashboard\.route|dashboard\/charts\/\w+)\.tsx$/,
  list: /console\/src\/features\/incidents\/pages\/event-list\.route\.tsx$/,
  event: /console\/src\/features\/incidents\/pages\/event(-details|-history)?\.route\.tsx$/,
  report: /console\/src\/features\/incidents\/pages\/report-event\.route\.tsx$/,
  edit: /console\/src\/features\/incidents\/pages\/edit-event\.route\.tsx$/,
  sending:
    /(console\/src\/features\/incidents\/form\/errors\/faults|console\/src\/lib\/offline\/outbox|contracts\/src\/(incidents\/requests|metrics\/http))\.ts$/,
  month: /console\/src\/(app\/areas\/settings-area|features\/metrics\/pages\/monthly-metrics\.route)\.tsx$/,
};

interface Graph {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers' | 'importedIds'> | null;
}

/** The everyday screens that need a module as soon as they open, themselves or by what they need. */
function needingIt(id: string, graph: Graph): (keyof typeof everyday)[] {
  const found = new Set([id]);
  for (const each of found) for (const importer of graph.getModuleInfo(each)?.importers ?? []) found.add(importer);
  return (Object.keys(everyday) as (keyof typeof everyday)[]).filter((screen) =>
    [...found].some((each) => everyday[screen].test(each)),
  );
}

/** What others share with one of these now and then is worth a file of its own; with the rest it is too little for a request more. */
const withAFile = new Set<keyof typeof everyday>(['dashboard', 'list', 'event']);

const validator = /node_modules\/zod\//;

/** Whether a module is the validator, or needs it by whatever it imports. */
function judges(id: string, graph: Graph): boolean {
  const found = new Set([id]);
  for (const each of found) for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  return [...found].some((each) => validator.test(each));
}

/**
 * The chunk of what several screens need: 'shared' where it is needed every day, else 'seldom'. So settings cost nobody else
 * anything, what only the dashboard needs every day costs the list nothing, and the rules of requests, with the validator
 * that reads them, are not fetched before the first words of any screen.
 */
export function chunkOfShared(id: string, graph: Graph): string {
  const screens = needingIt(id, graph);
  const [screen, ...others] = screens;
  if (!screen) return 'seldom';
  if (judges(id, graph)) return 'rules';
  return others.length === 0 && withAFile.has(screen) ? `of-${screen}` : 'shared';
}
