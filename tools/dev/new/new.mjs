// Generates what docs/recipes.md describes: `npm run new -- context|command|read-model|screen NAME`.
import { format } from '../commands.mjs';
import { ensureInstalled, run, script, Stop } from '../prepare.mjs';
import { newCommand } from './command.mjs';
import { newContext } from './context.mjs';
import { isKebab } from './names.mjs';
import { newReadModel } from './read-model.mjs';
import { newScreen } from './screen.mjs';
import { Sources } from './source.mjs';

const USAGE = `Say what to add, in lower case with hyphens:
  npm run new -- context vendors
  npm run new -- command vendors/create-vendor
  npm run new -- read-model vendors/vendor-list
  npm run new -- screen vendors/overview`;

const kinds = { command: newCommand, 'read-model': newReadModel, screen: newScreen };

await script(async () => {
  const [kind, name = ''] = process.argv.slice(2);
  const [context, own, ...more] = name.split('/');
  const isWhole = kind === 'context' ? own === undefined : kinds[kind] && own && more.length === 0;
  if (!isWhole || !isKebab(context) || (own && !isKebab(own))) throw new Stop(USAGE);
  await ensureInstalled();
  const sources = new Sources();
  if (kind === 'context') newContext(sources, context);
  else kinds[kind](sources, context, own);
  const written = sources.save();
  const codes = [await run(format(written))];
  // Lists, schemas and documents that are derived from contracts.
  if (kind === 'context' || kind === 'command')
    codes.push(await run(['--conditions=source', 'contracts/generate/generate.ts', '--write']));
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
  for (const path of written) console.log(path);
});
