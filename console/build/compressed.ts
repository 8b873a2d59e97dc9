import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Compresses scripts and styles at build time, at the highest level, instead of on every request. Clients without
 * Brotli support get the uncompressed file.
 */
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
