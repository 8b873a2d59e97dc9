import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => new URL(path, import.meta.url);
export const PAGE = at('../src/audit/verify.html');

/** The page with all that it needs in it, as one text without any request. */
export async function builtPage() {
  const bundle = await rolldown({
    cwd: fileURLToPath(at('.')),
    input: fileURLToPath(at('page.js')),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: false, comments: false });
  await bundle.close();
  // What would end the script where a text speaks of one.
  const script = output[0].code.replaceAll('</script', '<\\/script');
  return readFileSync(at('page.html'), 'utf8').replace('/* script */', () => `\n${script}`);
}

if (process.argv.includes('--write')) writeFileSync(PAGE, await builtPage());
