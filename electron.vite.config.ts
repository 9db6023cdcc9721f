/** How the three bundles are made. Dependencies stay outside of main (two of them are native), inside of the other two. */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    build: {
      outDir: at('out/main'),
      rolldownOptions: { input: { index: at('electron/main/index.ts') }, output: { format: 'es' } },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload is one CommonJS file: it can require Electron and nothing from disk.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        // The wire's schemas are not used here; without this their making would bring all of zod into every page.
        treeshake: { moduleSideEffects: false, manualPureFunctions: ['z'] },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    publicDir: at('resources/public'),
    plugins: [react()],
    // A class keeps its name: it is one module's alone (test/tidy/styles.test.ts), and tests find elements by it.
    css: { modules: { generateScopedName: '[local]' } },
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      // The page's policy refuses fonts and styles from data: addresses, so nothing is inlined.
      assetsInlineLimit: 0,
      minify: true,
      // One chunk, read from the disk beside the app: there is no line to spare.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: { index: at('renderer/index.html'), display: at('renderer/display.html') } },
    },
  },
})
