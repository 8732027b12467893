import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PlatformAdapter } from '../../src/engine/adapters/adapter.ts';
import { createLinuxAdapter } from '../../src/engine/adapters/linux/adapter.ts';
import { startDesktop, type TestDesktop } from './desktop.ts';
import { isPlaced, readNaively } from './naive.ts';
import { describeOn, testOn } from './needs.ts';
import { PYTHON, SCOPE, setEnabled, treeOf } from './reading.ts';

interface Program {
  readonly program: string;
  readonly args?: readonly string[];
  readonly title: string;
  readonly atLeast: number;
  /** SHOWING is set on what is on the screen; otherwise places alone tell. */
  readonly setsShowing?: false;
}

const FIXTURES = join(import.meta.dirname, '../fixtures');
const CHROMIUM = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--force-renderer-accessibility'];

const PROGRAMS: readonly Program[] = [
  { program: 'gtk3-demo', title: 'Application Class', atLeast: 20 },
  { program: 'mousepad', title: 'Mousepad', atLeast: 10 },
  { program: 'gtk3-widget-factory', title: 'gtk3-widget-factory', atLeast: 80 },
  { program: 'gnome-calculator', title: 'Calculator', atLeast: 40, setsShowing: false },
  { program: PYTHON, args: [join(FIXTURES, 'qt6.py')], title: 'Deskhand Qt 6', atLeast: 20 },
  {
    program: 'libreoffice',
    args: ['--norestore', '--nologo', '--nofirststartwizard', '--calc'],
    title: 'LibreOffice Calc',
    atLeast: 100,
  },
  { program: 'chromium', args: [...CHROMIUM, join(FIXTURES, 'page.html')], title: 'Deskhand page', atLeast: 100 },
];

describeOn([PYTHON], 'what is shown of a window is what is visible in it', () => {
  let desktop: TestDesktop;
  let adapter: PlatformAdapter;

  beforeEach(async () => {
    desktop = await startDesktop();
    await setEnabled(desktop, true);
    adapter = await createLinuxAdapter(desktop.env);
  });

  afterEach(async () => {
    await adapter.dispose();
    await desktop.stop();
  });

  for (const { program, args = [], title, atLeast, setsShowing } of PROGRAMS) {
    testOn([program], `${program} ${title}`, async () => {
      const own = program === 'chromium' ? [`--user-data-dir=${join(desktop.directory, 'chromium')}`] : [];
      desktop.launch(program, [...own, ...args], { SAL_USE_VCLPLUGIN: 'gtk3' });
      const tree = await treeOf(adapter, title, atLeast, { ...SCOPE, rows: 100_000 });
      const [root] = tree.nodes;
      const naive = await readNaively(desktop.env, root?.handle ?? '');
      const visible = naive.filter(({ showing, inside }) => inside && (showing || setsShowing === false));
      const known = new Map(naive.map((object) => [object.handle, object]));
      const read = new Set(tree.nodes.map(({ handle }) => handle));
      // Nothing that is visible is missing ...
      expect(visible.filter(({ handle }) => !read.has(handle)).slice(0, 8)).toEqual([]);
      // ... and nothing is there that is not, but cells, which a sheet does not list as its children, and what holds them.
      const seen = new Set(visible.map(({ handle }) => handle));
      const holders = new Set(tree.nodes.flatMap(({ handle, parent }) => (seen.has(handle) ? ancestors(parent) : [])));
      function ancestors(index: number): string[] {
        const node = tree.nodes[index];
        return node ? [node.handle, ...ancestors(node.parent)] : [];
      }
      const extra = tree.nodes.filter(({ handle }) => known.has(handle) && !seen.has(handle) && !holders.has(handle));
      expect(extra.map(({ handle, type, name }) => [type, name, known.get(handle)]).slice(0, 8)).toEqual([]);
      expect(visible.length).toBeGreaterThanOrEqual(atLeast / 2);
      expect(naive.some(({ extents }) => isPlaced(extents))).toBe(true);
    });
  }
});
