import type { Plugin } from 'vite';

const contracts = /\/contracts\/src\/(?!.*\.spec\.).*\.ts$/;
const madeByCall = new Set(['CallExpression', 'NewExpression']);

/**
 * A module of contracts makes values and does nothing else, but a bundler cannot know that of a call: one schema that a screen
 * needs brings all that stand beside it, and what they are made of. Says of each that it may be left out where nobody asks for it.
 */
export function unusedContracts(): Plugin {
  return {
    name: 'unused-contracts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!contracts.test(id)) return null;
      const made = this.parse(code).body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type !== 'VariableDeclaration') return [];
        return declaration.declarations.flatMap(({ init }) => (init && madeByCall.has(init.type) ? [init] : []));
      });
      return made.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
        code,
      );
    },
  };
}
