import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';
import { leaveOutOffFlags } from './vite/off-flags.ts';
import { polarisStyles } from './vite/polaris-styles.ts';
import { precompress } from './vite/precompress.ts';
import { keepReadTokens } from './vite/read-tokens.ts';
import { loadRoutesOurWay } from './vite/route-modules.ts';
import { serverStart } from './vite/server-start.ts';
import { smallClient } from './vite/small-client.ts';
import { smallServer } from './vite/small-server.ts';

const port = Number(process.env.PORT ?? 4000);

// `shopify app dev` names the address of its tunnel HOST.
if (process.env.HOST && !process.env.SHOPIFY_APP_URL && URL.canParse(process.env.HOST)) {
  process.env.SHOPIFY_APP_URL = process.env.HOST;
}
if (process.env.HOST === process.env.SHOPIFY_APP_URL) delete process.env.HOST;

// Through the tunnel a browser reaches the web socket of this same server at the tunnel's own port.
const hmr = process.env.SHOPIFY_APP_URL?.startsWith('https://')
  ? { protocol: 'wss', clientPort: 443 }
  : undefined;

export default defineConfig({
  plugins: [
    polarisStyles(),
    remix({ ...remixConfig, buildEnd: () => precompress(`${remixConfig.buildDirectory}/client`) }),
    keepReadTokens(),
    leaveOutOffFlags,
    loadRoutesOurWay,
    smallClient,
    smallServer,
    serverStart,
  ],
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
      'd3-array',
      'd3-shape',
      'zod',
    ],
  },
  server: { port, strictPort: true, allowedHosts: true, hmr },
  // The server bundle awaits its database at the top level; the admin itself needs browsers newer than this.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
  },
});
