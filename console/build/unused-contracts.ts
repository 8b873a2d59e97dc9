import type { Plugin } from 'vite';

const contracts = /\/contracts\/src\/(?!.*\.spec\.).*\.ts$/;
const madeByCall = new Set(['CallExpression', 'NewExpression']);

/**
 * Marks calls in contracts as free of side effects. These modules only create values, but a bundler cannot know that of
 * a call: one schema that a screen needs would bring all others of its module.
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
