import { build } from 'esbuild';

/** The engine: one program that is bridge, engine, adapter host and command line. Parts load when they are needed. */
await build({
  entryPoints: { deskhand: 'src/engine/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  sourcemap: true,
  minify: false,
  chunkNames: 'chunks/[name]-[hash]',
  // Bundled CommonJS packages call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
