import { DEVELOPMENT_CONSOLE_PORT } from '@plimsoll/contracts/http/development';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The text face is needed for the first paint: its hashed file is preloaded. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'));
        if (!face) return [];
        return [{ tag: 'link', injectTo: 'head', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${face}`, crossorigin: '' } }];
      },
    },
  };
}

/** Libraries that every page needs change seldom: they stand apart, so that a release does not make people fetch them again. */
const frame = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadTextFace()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } },
  },
  // The product takes requests of the page at this port and no other: it is not exchanged for another when it is taken.
  server: { host: '127.0.0.1', port: DEVELOPMENT_CONSOLE_PORT, strictPort: true, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}`, '/health': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
});
