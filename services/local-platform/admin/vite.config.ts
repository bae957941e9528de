import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * The host package's ES build requires its own package.json, which browsers can't. It only reads the name and version.
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
    // With two copies of Polaris, the host's components wouldn't find the frame of ours.
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
        // zod's comments for other bundlers; we can't fix them.
        if (warning.code !== 'INVALID_ANNOTATION') warn(warning);
      },
    },
  },
});
