import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportScene } from '../../../../tools/test/import-scene.ts';
import { writeOshaFile } from '../../../../tools/test/osha-file.ts';
import { Product } from '../../../../tools/test/product.ts';

const isLong = process.env['HARDENING'] === 'long';
const MB = 1_000_000;
const [CHECKED, IMPORTED] = isLong ? [1_000 * MB, 100 * MB] : [4 * MB, MB];

let scene: ImportScene;
beforeAll(async () => {
  scene = await ImportScene.open();
});
afterAll(() => scene?.close());

/** Peak memory of a process in MB; 0 if it has ended, or if the system does not report it. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

/** Imports a file through the command line and watches its memory. */
async function importing(file: string, ...options: string[]) {
  const { database, keys, folder } = scene;
  const environment = {
    DATABASE_URL: database.appUrl,
    DATABASE_PROJECTOR_URL: database.projectorUrl,
    SEALING_KEY: keys.sealingKey,
    SIGNING_KEY: keys.signingKey,
  };
  const begun = performance.now();
  const product = new Product(folder, environment, ['import', 'incidents', file, ...options], 'command-line');
  let peak = 0;
  let isOver = false;
  void product.ended.then(() => (isOver = true));
  while (!isOver) {
    peak = Math.max(peak, peakOf(product.process.pid!));
    await Promise.race([product.ended, sleep(100)]);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const progress = product.lines.filter((line) =>
    /^((Checking|Reporting): \d+ lines, \d+ % of the file|Listing: \d+ % of what the log has)$/.test(line),
  );
  return {
    code: await product.ended,
    lines: product.lines.filter((line) => !progress.includes(line)),
    peak,
    seconds,
    progress,
  };
}

const say = (
  what: string,
  bytes: number,
  { lines }: { lines: number },
  { peak, seconds, progress }: Awaited<ReturnType<typeof importing>>,
) =>
  console.log(
    `${what}: ${bytes / MB} MB, ${lines} lines in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} lines/s; at most ${Math.round(peak)} MB; ${progress.length} lines of progress, the last: ${progress.at(-1)}`,
  );

test.each([
  [
    'checked',
    CHECKED,
    ['--check'],
    (taken: number, refused: number) =>
      `${taken + refused} lines: ${taken} would be reported, 0 known already, ${refused} refused; nothing was written`,
  ],
  [
    'imported',
    IMPORTED,
    [],
    (taken: number, refused: number) =>
      `${taken + refused} lines: ${taken} reported, 0 known already, ${refused} refused`,
  ],
])(
  'a large file is %s in less than 400 MB, every line is accounted for, and there is a line of progress each ten seconds',
  async (what, bytes, options, summaryOf) => {
    const organization = await scene.found();
    const file = join(scene.folder, `${what}.csv`);
    const written = writeOshaFile(file, bytes);
    const done = await importing(file, '--organization', organization, ...options);
    say(what, bytes, written, done);
    expect(done.lines.at(-1)).toBe(summaryOf(written.lines - written.refused, written.refused));
    expect(done.lines).toHaveLength(written.refused + 1);
    expect(done.code).toBe(1);
    expect(done.peak).toBeLessThan(400);
    // No progress is printed during startup and shutdown.
    expect(done.progress.length).toBeGreaterThanOrEqual(Math.floor((done.seconds - 20) / 10));
  },
  1_800_000,
);
