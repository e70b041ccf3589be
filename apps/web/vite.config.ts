import { defineConfig } from "vite";

/**
 * One module for Node 24 that exports `fetch`. Styles and the browser's script are text inside it, so that `dist/index.js` is the whole
 * marketplace; the client and the vocabulary too, so that the process strips no sources of their types for them: `turbo.json` has it built
 * anew when they change. Libraries stay imports; what the client loads only to check answers is a file below `dist/assets`.
 */
export default defineConfig({
  // The client's own library, which this room does not name.
  ssr: { noExternal: ["openapi-fetch"] },
  build: {
    ssr: "src/index.tsx",
    target: "node24",
    cssTarget: "esnext",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    sourcemap: false,
    rollupOptions: { output: { entryFileNames: "index.js" } },
  },
});
