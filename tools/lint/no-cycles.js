import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const importing =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s+['"](\.[^'"]+)['"]|^\s*import\s+['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm;
const known = new Map();

/** The files of ours that a file imports, types included; read once a run. */
function importsOf(file) {
  let found = known.get(file);
  if (!found) {
    const text = /\.[cm]?[jt]sx?$/.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : '';
    found = [...text.matchAll(importing)].map((match) => resolve(dirname(file), match[1] ?? match[2] ?? match[3]));
    known.set(file, found);
  }
  return found;
}

/** The shortest way from a file back to itself. */
function cycleThrough(start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of importsOf(file)) {
      if (next === start) {
        const way = [start];
        for (let step = file; step !== start; step = cameFrom.get(step)) way.unshift(step);
        return [start, ...way];
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, file);
        queue.push(next);
      }
    }
  }
  return undefined;
}

/** No file may import itself by way of others, at whatever distance. */
export const noCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'These files import each other: {{way}}' } },
  create: (context) => ({
    Program(node) {
      const way = cycleThrough(context.filename);
      if (way)
        context.report({
          node,
          messageId: 'cycle',
          data: { way: way.map((file) => relative(context.cwd, file)).join(' → ') },
        });
    },
  }),
};

/** Forbids files that only re-export: they hide where things are. A package's `contexts.ts` may list its contexts. */
export const noBarrels = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { barrel: 'Import from the file where a thing is written: this one only passes on what others export' },
  },
  create: (context) => ({
    'Program:exit'(node) {
      const passesOn = (statement) =>
        statement.type === 'ExportAllDeclaration' || (statement.type === 'ExportNamedDeclaration' && statement.source);
      if (/[\\/]contexts\.ts$/.test(context.filename)) return;
      if (node.body.length > 0 && node.body.every(passesOn)) context.report({ node, messageId: 'barrel' });
    },
  }),
};
