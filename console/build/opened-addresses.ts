import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { DeclaredScreen } from './declared-screens.ts';

/** An event's address ends in its guid alone, so that /events/manage-forms does not match. */
const expressionOf = (address: string) =>
  `^${address
    .replaceAll(':eventId', '(?<eventId>[0-9a-f-]{36})')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\/$/, '')}/?$`;
const attribute = (value: string) => `'${value.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`;

/** A chunk's file and all files that it imports. */
function withImports(
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  file: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = chunks.get(file);
  if (found.has(file) || !chunk) return found;
  found.add(file);
  for (const imported of chunk.imports) withImports(chunks, imported, found);
  return found;
}

const source = readFileSync(join(import.meta.dirname, '../public/prelude.js'));
/** Named by its content hash: a page that a device has cached runs with the prelude of its own release. */
const preludeFile = `assets/prelude-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;

/**
 * Passes each screen's declared preloads to public/prelude.js, so that they are fetched along with the first files and
 * not after these have run. The first matching address applies.
 */
export function openedAddresses(screens: readonly DeclaredScreen[]): Plugin {
  return {
    name: 'opened-addresses',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: preludeFile, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
        );
        const always = withImports(chunks, entry!.fileName);
        const chunkOf = (module: string) => {
          const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (!chunk) throw new Error(`${module} is in no chunk`);
          return chunk.fileName;
        };
        const known = screens.flatMap(({ modules, declaredBy, preloads }) => {
          if (preloads.length === 0) return [];
          const files = new Set(
            [...modules, declaredBy ?? []].flat().flatMap((module) => [...withImports(chunks, chunkOf(module))]),
          );
          const own = [...files].filter((file) => !always.has(file));
          return preloads.map(({ address, questions }) => ({ address: expressionOf(address), files: own, questions }));
        });
        const face = Object.keys(bundle).find((file) => file.endsWith('.woff2'));
        const prelude = '<script src="/prelude.js"';
        if (!html.includes(prelude) || !face) throw new Error('The page has lost its prelude or its face');
        return html.replace(
          prelude,
          `<script src="/${preludeFile}" data-face="/${face}" data-opened=${attribute(JSON.stringify(known))}`,
        );
      },
    },
  };
}
