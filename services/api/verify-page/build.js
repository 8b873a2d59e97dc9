import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => new URL(path, import.meta.url);
const PAGE = at('../src/audit/verify.html');

/**
 * Builds the page as one HTML file that makes no requests.
 * @public A test runs it in a process of its own.
 */
export async function builtPage() {
  const bundle = await rolldown({
    cwd: fileURLToPath(at('.')),
    input: fileURLToPath(at('page.js')),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: false, comments: false });
  await bundle.close();
  // Escapes what would end the script element inside a string.
  const script = output[0].code.replaceAll('</script', '<\\/script');
  const font = readFileSync(
    createRequire(import.meta.url).resolve(
      '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    ),
  );
  return readFileSync(at('page.html'), 'utf8')
    .replace('/* font */', () => `data:font/woff2;base64,${font.toString('base64')}`)
    .replace('/* script */', () => `\n${script}`);
}

if (process.argv.includes('--write')) writeFileSync(PAGE, await builtPage());
