/**
 * Suffixes name the cost: `.unit.spec` needs nothing, `.int.spec` a real PostgreSQL, `.e2e.spec` the running product over HTTP.
 * Before them: `.hardening` races and kills, more often by `npm run test:hardening`; `.measured` does too, and has the machine to itself.
 * All but the console's run in one realm (`one-realm-runtime.mjs`): a file leaves nothing changed that the next one finds.
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
