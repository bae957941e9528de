import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

const port = Number(process.env.PORT ?? 4000);

// `shopify app dev` names the address of its tunnel HOST.
if (process.env.HOST && !process.env.SHOPIFY_APP_URL && URL.canParse(process.env.HOST)) {
  process.env.SHOPIFY_APP_URL = process.env.HOST;
}
if (process.env.HOST === process.env.SHOPIFY_APP_URL) delete process.env.HOST;

const tunnel = process.env.SHOPIFY_APP_URL?.startsWith('https://')
  ? new URL(process.env.SHOPIFY_APP_URL).hostname
  : undefined;

// The platform's command line leads the tunnel's web sockets to FRONTEND_PORT.
const hmr =
  tunnel === undefined
    ? undefined
    : {
        protocol: 'wss',
        host: tunnel,
        port: Number(process.env.FRONTEND_PORT ?? 8002),
        clientPort: 443,
      };

export default defineConfig({
  plugins: [remix(remixConfig)],
  // The browser's libraries, made ready before the first request: found one by one they would reload an open frame.
  optimizeDeps: {
    include: [
      '@conform-to/react',
      '@conform-to/zod/v4',
      '@remix-run/react',
      '@shopify/app-bridge-react',
      '@shopify/app-bridge/actions/index.js',
      '@shopify/app-bridge/utilities/index.js',
      '@shopify/polaris',
      '@shopify/polaris-icons',
      'react',
      'react-dom',
      'react-dom/client',
      'recharts',
      'zod',
    ],
  },
  server: { port, strictPort: true, allowedHosts: true, hmr },
  // The server bundle awaits its database at the top level; the admin itself needs browsers newer than this.
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
