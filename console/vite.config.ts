import { DEVELOPMENT_CONSOLE_PORT } from '@plimsoll/contracts/http/development';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { askedOperations } from './build/asked-operations.ts';
import { compressed } from './build/compressed.ts';
import { declaredScreens, withoutBuildHints } from './build/declared-screens.ts';
import { chunksOfShared } from './build/everyday-screens.ts';
import { openedAddresses } from './build/opened-addresses.ts';
import { shortClassNames } from './build/short-class-names.ts';
import { unusedContracts } from './build/unused-contracts.ts';
import { withoutJsonSchemas } from './build/without-json-schemas.ts';

/**
 * Libraries that every page needs and that change rarely: in a chunk of their own, so that a release does not
 * invalidate them.
 */
const frame =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|clsx)\/|rolldown\/runtime/;
/** Charts and overlays are fetched after the first paint. */
const charts =
  /console\/src\/features\/metrics\/dashboard\/charts\/(?!LazyChart|.*\.css)|node_modules\/(recharts|es-toolkit|d3-[a-z-]+|@reduxjs|decimal\.js-light|immer|redux|redux-thunk|reselect|eventemitter3|react-redux|use-sync-external-store|react-is|victory-vendor|internmap|tiny-invariant)\//;
const overlays =
  /console\/src\/ui\/layout\/AnchorTo\.tsx|node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib|tabbable)\//;
/** Modules that only forms need. */
const forms =
  /node_modules\/react-hook-form\/|console\/src\/lib\/forms\/(command-form|edit-form|drafts)\.ts|console\/src\/ui\/inputs\/(DraftForm|ErrorSummary)\.|console\/src\/features\/incidents\/form\/(?!fields\/(questions\.|Signature))/;
/** Signatures are asked for and drawn on few screens, and shown after the first paint. */
const signatures =
  /console\/src\/(ui\/inputs\/SignatureDrawing|features\/incidents\/(record\/Signed|form\/fields\/Signature(Question|Pad)))\.|contracts\/src\/(forms\/drawing|incidents\/signature)\.ts/;
/** Tables and filters: the pages that report and show one event do without them. */
const tables = /console\/src\/ui\/data\/(DataTable|Filters)\./;
/** The codes of injuries are always fetched together. */
const codes = /contracts\/oiics\//;
/** The links of all settings: for the menu, the search and the settings themselves. */
const settings = /console\/src\/app\/settings\/settings-navigation/;
/** What raises an alarm and who answers it, without the pages and dialogs. */
const alarms =
  /contracts\/src\/(alarms\/|forms\/built-in-forms)|console\/src\/(features\/alarms\/[\w-]+\.ts$|lib\/api\/(refetch-on-conflict|refusal))/;
/** The routes of rarely opened screens, with their frames and gates. */
const routes =
  /console\/src\/(features\/[^/]+\/[\w-]*(routes|paths)\.ts|app\/(contexts|frames|ModuleOff|routing\/(all-routes|later-gates))\.tsx?)$/;
/**
 * Modules that several screens share, without the screens themselves and dialogs, which are chunks of their own. Those
 * that no everyday screen needs are separate.
 */
const shared =
  /(console|contracts)\/src\/(?!.*(\.route\.tsx|FormDialog|dialog-draft|CredentialFields|SortableList))|node_modules\/(zod|@tabler)\//;

/**
 * The service worker caches the shell, so that reporting opens offline; never a response of the API. With a network
 * each page is the newest: the cached one is used only if the request fails. A new release is cached next to the
 * current one, and replaces it when all its tabs are closed.
 */
const worker = VitePWA({
  strategies: 'generateSW',
  registerType: 'prompt',
  injectRegister: null,
  filename: 'service-worker.js',
  manifestFilename: 'plimsoll.webmanifest',
  manifest: {
    name: 'Plimsoll',
    short_name: 'Plimsoll',
    description: 'Workplace health and safety that everybody can read and nobody can move.',
    start_url: '/',
    display: 'standalone',
    theme_color: '#0b2530',
    background_color: '#ffffff',
    shortcuts: [
      {
        name: 'Quick report',
        description: 'A photo, a sentence and the place.',
        url: '/events/add?quick=true',
        icons: [{ src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      },
    ],
    icons: [{ src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  },
  workbox: {
    // Charts show data that requires a network.
    globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
    globIgnores: ['assets/charts-*.js'],
    dontCacheBustURLsMatching: /^assets\//,
    directoryIndex: null,
    navigateFallback: null,
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|health)(\/|$)/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
    ],
  },
});

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const screens = command === 'build' ? await declaredScreens(import.meta.dirname) : [];
  const chunkOfShared = chunksOfShared(screens);
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      unusedContracts(),
      withoutJsonSchemas(),
      askedOperations(import.meta.dirname),
      openedAddresses(screens),
      withoutBuildHints(),
      compressed(),
      worker,
    ],
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    css: {
      modules: {
        generateScopedName: command === 'build' ? shortClassNames(import.meta.dirname) : '[local]-[hash:base64:5]',
      },
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      sourcemap: false,
      assetsInlineLimit: 0,
      // Supported browsers know modulepreload; others fetch a little later.
      modulePreload: { polyfill: false },
      // One style sheet is smaller than thirty, and takes one request.
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          // Chunks import each other in cycles: this keeps the execution order of modules.
          strictExecutionOrder: true,
          // Modules that are needed together share a chunk: few requests, and nothing that only other screens need.
          codeSplitting: {
            groups: [
              { name: 'frame', test: frame, priority: 5, includeDependenciesRecursively: false },
              { name: 'console', tags: ['$initial'], priority: 4 },
              { name: 'charts', test: charts, priority: 3, includeDependenciesRecursively: false },
              { name: 'overlays', test: overlays, priority: 3, includeDependenciesRecursively: false },
              { name: 'signatures', test: signatures, priority: 2, includeDependenciesRecursively: false },
              { name: 'tables', test: tables, priority: 2, includeDependenciesRecursively: false },
              { name: 'codes', test: codes, priority: 2, includeDependenciesRecursively: false },
              { name: 'forms', test: forms, minShareCount: 2, priority: 2, includeDependenciesRecursively: false },
              { name: 'settings', test: settings, priority: 2, includeDependenciesRecursively: false },
              // A banner or the report form loads these, and nothing of the settings with them.
              {
                name: (id, graph) => (chunkOfShared(id, graph) === 'seldom' ? 'alarms' : null),
                test: alarms,
                minShareCount: 2,
                priority: 2,
                includeDependenciesRecursively: false,
              },
              {
                name: (id, graph) => (chunkOfShared(id, graph) === 'seldom' ? 'routes' : null),
                test: routes,
                priority: 2,
                includeDependenciesRecursively: false,
              },
              {
                name: chunkOfShared,
                test: shared,
                minShareCount: 2,
                priority: 1,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    // The API accepts requests only from a page at this port, so Vite must not choose another one.
    server: {
      host: '127.0.0.1',
      port: DEVELOPMENT_CONSOLE_PORT,
      strictPort: true,
      proxy: {
        '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}`,
        '/health': `http://127.0.0.1:${process.env.PORT ?? 3000}`,
      },
    },
  };
});
