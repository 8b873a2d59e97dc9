import { ensureBuilt, ensureInstalled, run, script } from './prepare.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await run(['services/launcher/bench/main.ts', ...process.argv.slice(2)]);
});
