import { defineConfig } from "vite";

/**
 * One module for Node 24 that exports `fetch`. Styles and the browser's script are text inside it, so that `dist/index.js` is the whole
 * marketplace; libraries, the client and the vocabulary stay imports, so that a build holds no copy of them that could grow stale.
 */
export default defineConfig({
  build: {
    ssr: "src/index.tsx",
    target: "node24",
    cssTarget: "esnext",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    sourcemap: false,
    rollupOptions: { external: ["@gaia/client", "@gaia/policy"], output: { entryFileNames: "index.js" } },
  },
});
