import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const file = /contracts\/src\/http\/operations\.ts$/;
const entry = /^ {2}(\w+): .*\n/gm;

/**
 * Removes operations that the console never requests from the table of all operations, which is part of the first page.
 */
export function askedOperations(root: string): Plugin {
  return {
    name: 'asked-operations',
    apply: 'build',
    load(id) {
      if (!file.test(id)) return null;
      const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /(?<!\.spec)\.tsx?$/.test(name),
      );
      const written = new Set(
        sources.flatMap((name) =>
          [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/['"`](\w+)['"`]/g)].map(([, word]) => word!),
        ),
      );
      const source = readFileSync(id, 'utf8');
      const remaining = source.replace(entry, (line, operation: string) => (written.has(operation) ? line : ''));
      if (remaining === source) throw new Error(`${id} does not stand in lines any more`);
      return remaining;
    },
  };
}
