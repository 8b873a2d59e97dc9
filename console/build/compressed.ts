import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compresses scripts and styles once, as small as can be, instead of on every request. Whoever takes no Brotli gets the file itself. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of readdirSync(join(dir, 'assets'))) {
        if (/\.(js|css)$/.test(file))
          writeFileSync(join(dir, 'assets', `${file}.br`), brotliCompressSync(readFileSync(join(dir, 'assets', file))));
      }
    },
  };
}
