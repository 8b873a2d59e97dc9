import { ensureBuilt, ensureInstalled, run, script } from './prepare.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await run(['services/launcher/dist/command-line.js', ...process.argv.slice(2)]);
});
