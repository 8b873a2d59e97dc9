import { ensureBuilt, ensureInstalled, run, script } from './prepare.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await run(['tools/bench/main.ts', ...process.argv.slice(2)]);
});
