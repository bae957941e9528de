import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from '../../remix.config.js';

const { future } = remixConfig;

export default defineConfig({
  plugins: [remix({ future })],
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
