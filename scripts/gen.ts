/** Writes the generated files; with --check it only compares them with what is committed, and fails on a difference. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { generateFormatsPage } from './gen/formatsPage.ts';
import { generateToolkitsPage } from './gen/toolkits.ts';
import { generateToolsPage } from './gen/toolsPage.ts';
import { generateToolsSnapshot } from './gen/toolsSnapshot.ts';
import { generateWords } from './gen/words.ts';

const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  'src/model/words.gen.ts': generateWords,
  'docs/formats.md': generateFormatsPage,
  'docs/toolkits.md': generateToolkitsPage,
  'docs/tools.md': generateToolsPage,
  'test/golden/tools.json': generateToolsSnapshot,
};

const stale: string[] = [];
for (const [path, generate] of Object.entries(GENERATED)) {
  const fresh = await generate();
  if (fresh === (await readFile(path, 'utf8').catch(() => ''))) continue;
  stale.push(path);
  if (process.argv.includes('--check')) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, fresh);
}

const verb = process.argv.includes('--check') ? 'stale' : 'written';
console.log(stale.length === 0 ? 'All generated files are fresh.' : `${verb}: ${stale.join(', ')}`);
if (process.argv.includes('--check') && stale.length > 0) {
  console.log('Run npm run gen and commit the result.');
  process.exitCode = 1;
}
