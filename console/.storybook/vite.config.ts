import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The product's build without its service worker, chunks, routes and proxy. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  publicDir: false,
});
