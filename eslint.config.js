import { builtinModules } from 'node:module';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { noBarrels, noCycles } from './tools/lint/no-cycles.js';
import { plainEnglish } from './tools/lint/plain-english.js';

/** Packages that each package may import. Imports point in one direction, from `launcher` down to `contracts`. */
const packages = {
  contracts: [],
  postgres: ['contracts'],
  'event-store': ['contracts', 'postgres'],
  shared: ['contracts', 'postgres', 'event-store'],
  projections: ['contracts', 'postgres', 'event-store'],
  'payment-sandbox': ['postgres'],
  api: ['contracts', 'postgres', 'event-store', 'shared', 'projections'],
  reactors: ['contracts', 'postgres', 'event-store', 'shared', 'projections'],
  launcher: ['contracts', 'postgres', 'event-store', 'shared', 'projections', 'api', 'reactors', 'payment-sandbox'],
};
const folderOf = (name) => (['contracts', 'projections'].includes(name) ? name : `services/${name}`);

const samePackage = (type) => ({ from: { element: { type } }, allow: { to: { element: { type } } } });
const packagesOf = (type, allowed) => ({
  from: { element: { type } },
  disallow: {
    to: {
      module: {
        source: Object.keys(packages)
          .filter((name) => !allowed.includes(name))
          .map((name) => `@plimsoll/${name}`),
      },
    },
  },
  message: `${type} may not import {{to.module.source}}: arrows point from contracts to launcher`,
});

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/coverage/',
      '**/test-results/',
      '**/playwright-report/',
      '.nx/',
      '.cache/',
      '.data/',
      'console/public/',
      '**/*.generated.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      plimsoll: { rules: { 'no-cycles': noCycles, 'no-barrels': noBarrels, 'plain-english': plainEnglish } },
    },
    rules: {
      'plimsoll/no-cycles': 'error',
      'plimsoll/no-barrels': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  // The glossary names the words that it replaces.
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    ignores: ['tools/lint/glossary.mjs'],
    rules: { 'plimsoll/plain-english': 'error' },
  },
  {
    // Nest reads the types of constructor parameters at run time, so classes with decorators need value imports.
    files: ['{services,projections,tools}/**/*.ts'],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  },
  {
    files: ['{contracts,projections,console}/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: { 'no-console': 'error' },
  },
  {
    // What users send may take no more time than its size: no pattern tries the same part of a text again and again.
    files: ['{contracts,projections}/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // What threads run would block all organizations on the thread that serves.
    files: ['services/api/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '(?<!-in)-thread\\.ts$',
              allowTypeImports: true,
              message: 'Only threads load it: run it as a job',
            },
          ],
        },
      ],
    },
  },
  // Errors that the console cannot show to users may be written to the browser's console.
  { files: ['console/src/**'], ignores: ['**/*.spec.*'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
  {
    // The product needs neither Storybook nor stories.
    files: ['console/src/**'],
    ignores: ['**/*.stories.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '\\.stories(\\.tsx)?$|^@?storybook(/|$)',
              message: 'Only the component catalog imports stories and Storybook',
            },
          ],
        },
      ],
    },
  },
  // The launcher and the tools print to a terminal.
  { files: ['services/launcher/**', 'tools/**'], rules: { 'no-console': 'off' } },
  {
    // Node runs what SWC compiled, which needs file extensions in relative imports.
    files: ['{contracts,projections,tools}/**/*.ts', 'services/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^\\.{1,2}/.*(?<!\\.(ts|tsx|js|mjs|json))$', message: 'Relative imports end in .ts' }] },
      ],
    },
  },
  {
    // Rules are pure: they import neither Nest, HTTP nor a store, so that they can be read and tested alone.
    files: ['services/api/src/**/*.rule.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^\\.{1,2}/.*(?<!\\.(ts|tsx|js|mjs|json))$', message: 'Relative imports end in .ts' },
            {
              regex:
                '^(@nestjs/|fastify|pg$|@plimsoll/event-store/(?!port/|crypto/subjects))|/http/|/define-command\\.ts$|-log\\.ts$',
              message: 'A rule imports neither Nest, nor HTTP, nor a store',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['{contracts,projections,console}/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js', '.json', '.css', '.svg'] } },
      'boundaries/legacy-templates': false,
      'boundaries/files': [
        { category: 'spec', pattern: '**/*.spec.*' },
        // What other features may import from a feature: its paths and its folder `public`.
        { category: 'shown', pattern: 'console/src/features/*/{*paths.ts,public/**}' },
      ],
      'boundaries/elements': [
        ...Object.keys(packages).map((name) => ({ type: name, pattern: folderOf(name) })),
        { type: 'ui', pattern: 'console/src/ui' },
        { type: 'lib', pattern: 'console/src/lib' },
        { type: 'components', pattern: 'console/src/components' },
        { type: 'feature', pattern: 'console/src/features/*', capture: ['feature'] },
        { type: 'app', pattern: 'console/src/app' },
      ],
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            ...Object.entries(packages).flatMap(([name, below]) => [
              samePackage(name),
              packagesOf(name, [name, ...below]),
            ]),
            ...['ui', 'lib', 'components', 'app'].flatMap((part) => [
              samePackage(part),
              packagesOf(part, part === 'ui' ? [] : ['contracts']),
            ]),
            packagesOf('feature', ['contracts']),
            { from: { element: { type: 'lib' } }, allow: { to: { element: { type: 'ui' } } } },
            {
              from: { element: { type: 'components' } },
              allow: { to: { element: { types: { anyOf: ['ui', 'lib'] } } } },
            },
            {
              from: { element: { type: 'feature' } },
              allow: { to: { element: { types: { anyOf: ['ui', 'lib', 'components'] } } } },
            },
            {
              from: { element: { type: 'feature' } },
              allow: { to: { element: { type: 'feature' }, file: { categories: 'shown' } } },
            },
            {
              from: { element: { type: 'feature' } },
              allow: {
                to: { element: { type: 'feature', captured: { feature: '{{from.element.captured.feature}}' } } },
              },
            },
            {
              from: { element: { type: 'app' } },
              allow: { to: { element: { types: { anyOf: ['ui', 'lib', 'components', 'feature'] } } } },
            },
            {
              from: { element: { types: { anyOf: ['lib', 'components', 'feature', 'app'] } } },
              disallow: { to: { module: { source: ['@mantine/*'] } } },
              message: 'Only console/src/ui knows Mantine',
            },
            {
              from: { element: { types: { anyOf: ['contracts', 'ui', 'lib', 'components', 'feature', 'app'] } } },
              disallow: { to: { module: { source: ['node:*', ...builtinModules] } } },
              message: '{{to.module.source}} is not there in a browser',
            },
            { from: { file: { categories: 'spec' } }, allow: { to: { module: { origin: 'core' } } } },
          ],
        },
      ],
    },
  },
  {
    files: ['console/src/**/*.tsx', 'console/src/**/*.ts'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // Dialogs and the sign-in page focus their first field.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  {
    // The React rules compile each component; components defined in tests are used nowhere else.
    files: ['console/src/**/*.tsx', 'console/src/**/*.ts'],
    ignores: ['**/*.spec.*'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // These two rules prepare for the React compiler, which is not used here. They do not allow for timers or for a
      // ref that holds the newest callback.
      'react-hooks/set-state-in-effect': 'off',
      'react-hooks/refs': 'off',
    },
  },
);
