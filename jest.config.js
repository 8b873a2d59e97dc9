/**
 * Suffixes of spec files state what a test needs: `.unit.spec` nothing, `.int.spec` a PostgreSQL, `.e2e.spec` the
 * running product over HTTP. A second suffix may precede them: `.hardening` tests races and killed processes (more
 * rounds with `npm run test:hardening`); `.measured` does so too, and runs alone on the machine. All projects except
 * the console run their files in one realm (`one-realm-runtime.mjs`), so a spec file must not leave changed globals
 * behind.
 */
const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2024',
          experimental: { keepImportAttributes: true },
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

const node = (displayName, suffix, extra = {}) => ({
  ...shared,
  displayName,
  testEnvironment: 'node',
  runtime: '<rootDir>/tools/test/one-realm-runtime.mjs',
  testMatch: [`<rootDir>/{contracts,services,projections,tools}/**/*.${suffix}.spec.ts`],
  ...extra,
});

const database = {
  setupFilesAfterEnv: ['<rootDir>/services/postgres/test/refuse-queued-statements.ts'],
  globalSetup: '<rootDir>/tools/test/start-cluster.ts',
  globalTeardown: '<rootDir>/tools/test/stop-cluster.ts',
};

export default {
  testTimeout: 60_000,
  projects: [
    node('unit', 'unit'),
    node('int', 'int', database),
    node('e2e', 'e2e', database),
    {
      ...shared,
      displayName: 'console',
      testEnvironment: '<rootDir>/console/test/browser-environment.mjs',
      testMatch: ['<rootDir>/console/**/*.unit.spec.{ts,tsx}'],
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      setupFilesAfterEnv: ['<rootDir>/console/test/patience.ts'],
      moduleNameMapper: { '\\.(css|svg|woff2)$': '<rootDir>/console/test/empty-module.ts' },
    },
  ],
};
