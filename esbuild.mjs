import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Running engines load parts of their own build later; parts of older builds go after a day. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/** The engine: one program that is bridge, engine, adapter host and command line. Parts load when they are needed. */
const result = await build({
  entryPoints: { deskhand: 'src/engine/main.ts' },
  outdir: 'dist',
  write: false,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  // Bundled CommonJS packages call require for the modules of Node.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

// Parts first and the program last, each at once, so that a program started meanwhile finds a whole build.
const files = result.outputFiles.toSorted((a, b) => b.path.length - a.path.length);
for (const file of files) {
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(`${file.path}.new`, file.contents);
  await rename(`${file.path}.new`, file.path);
}
await removeOldParts(join('dist', 'chunks'));

async function removeOldParts(folder) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < Date.now() - KEEP_MS) await rm(path);
  }
}
