import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const writers = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

/** Removes the JSON Schema conversion from the bundle: every schema carries it, and the console does not use it. */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    load(id) {
      if (!writers.test(id)) return null;
      const source = readFileSync(id, 'utf8');
      const declared = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!);
      const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name!);
      if (declared.length === 0) throw new Error(`${id} exports nothing any more`);
      return `const refuse = () => { throw new Error('The console writes no JSON Schemas'); };\nexport { ${[...declared, ...renamed].map((name) => `refuse as ${name}`).join(', ')} };`;
    },
  };
}
