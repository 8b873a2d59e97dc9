// Formats, lints or type-checks: `npm run lint -- services/api`. Installs the packages first where they are missing.
import { checkFormat, format, glossary, knip, layout, lint, typecheck } from './commands.mjs';
import { ensureInstalled, run, script, Stop } from './prepare.mjs';

const [task, ...args] = process.argv.slice(2);
const paths = args.length > 0 ? args : undefined;

/** The commands of each task. All are run, also after one has failed. */
const tasks = {
  format: () => [format(paths)],
  lint: () => [checkFormat(paths), lint(paths)],
  layout: () => [layout()],
  typecheck: () => typecheck(),
  knip: () => [knip(args)],
  glossary: () => [glossary(args)],
};

await script(async () => {
  if (!tasks[task]) throw new Stop(`Say what to do: ${Object.keys(tasks).join(', ')}`);
  await ensureInstalled();
  for (const command of tasks[task]()) process.exitCode = (await run(command)) || process.exitCode;
});
