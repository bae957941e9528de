import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * The host package's ES build asks for its own package.json with `require`, which no browser has. What it wants from
 * there is only its name and version.
 */
const hostPackageVersion: Plugin = {
  name: 'host-package-version',
  transform(code, id) {
    if (!id.includes('app-bridge-host') || !code.includes("require('./package.json')")) return null;
    return {
      code: code.replace(
        "require('./package.json')",
        "{ name: '@shopify/app-bridge-host', version: '11.0.0' }",
      ),
      map: null,
    };
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [hostPackageVersion],
  resolve: {
    // Two copies of Polaris would mean two contexts: the host's parts must find the frame of ours.
    alias: { '@shopify/polaris-internal': '@shopify/polaris' },
    dedupe: ['react', 'react-dom', '@shopify/polaris'],
  },
  esbuild: { jsx: 'automatic' },
  build: {
    outDir: '../../../build/local-platform',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      onwarn(warning, warn) {
        // zod's comments to other bundlers; nothing of ours to mend.
        if (warning.code !== 'INVALID_ANNOTATION') warn(warning);
      },
    },
  },
});
