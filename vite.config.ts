import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

const port = Number(process.env.PORT ?? 4000);

export default defineConfig({
  plugins: [remix(remixConfig)],
  // The CommonJS builds of App Bridge import one another by deep paths that Node cannot resolve as ES modules.
  ssr: { noExternal: [/^@shopify\/app-bridge/, 'web-vitals'] },
  server: { port, strictPort: true, allowedHosts: true },
  // The server bundle awaits its database at the top level; the admin itself needs browsers newer than this.
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
