import { keepRunning } from './keep-running.mjs';
import { nodeFlags } from './node-flags.mjs';
import { ensureBuilt, ensureInstalled, script } from './prepare.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await keepRunning([...nodeFlags, 'services/launcher/dist/main.js'], process.argv.slice(2));
});
