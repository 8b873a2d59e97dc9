import { run } from './prepare.mjs';

/** Maximum restarts in a window; more of them mean an error that a restart does not fix. */
const MAX_TRIES = 5;
const WINDOW_MS = 600_000;
/** Pause before a restart, which grows with each. */
const PAUSE_MS = 250;

/** Options for the first start only: they would remove or fill data again. */
const ONLY_FIRST = ['--fresh', '--demo'];

/**
 * Runs the product until it is ended. One that has served and then ends with an error, or is killed, is started again.
 * @returns the exit code of the last run.
 */
export async function keepRunning(program, options) {
  let isEnding = false;
  const end = () => (isEnding = true);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  let tries = [];
  for (let given = options; ; given = options.filter((option) => !ONLY_FIRST.includes(option))) {
    let hasServed = false;
    const code = await run([...program, ...given], {
      onMessage: (state) => {
        if (state === 'SERVING') hasServed = true;
        if (state === 'ENDING') isEnding = true;
      },
    });
    const now = performance.now();
    tries = tries.filter((at) => now - at < WINDOW_MS);
    if (isEnding || code === 0 || !hasServed || tries.length >= MAX_TRIES) return code;
    tries.push(now);
    console.error(`Plimsoll has ended with an error: it is started again, try ${tries.length}`);
    await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tries.length));
    if (isEnding) return code;
  }
}
