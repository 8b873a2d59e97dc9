import { nodeFlags } from './node-flags.mjs';
import { ensureBuilt, ensureInstalled, run, script } from './prepare.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await run([...nodeFlags, 'services/launcher/dist/main.js', ...process.argv.slice(2)]);
});
