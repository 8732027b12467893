#!/usr/bin/env node
/**
 * Makes a fresh clone ready: packages of npm, a build, and with --system the Debian packages that the suites with real
 * programs need. Runs on the machine's own Node (20 or newer) and depends on nothing. What follows --run is then run by
 * the Node of the packages: a shell that has just found the machine's own one would go on with that.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What the Linux suites drive: display, window manager, accessibility bus, toolkits and programs. */
const DEBIAN_PACKAGES = [
  'at-spi2-core',
  'chromium',
  'dbus',
  'fonts-dejavu-core',
  'gir1.2-gtk-3.0',
  'gir1.2-gtk-4.0',
  'gnome-calculator',
  'gtk-3-examples',
  'gtk-4-examples',
  'libgl1-mesa-dri',
  'libreoffice-calc',
  'libreoffice-gtk3',
  'mousepad',
  'openbox',
  'python3-gi',
  'python3-pyqt5',
  'python3-pyqt6',
  'python3-uno',
  'qt6-wayland',
  'weston',
  'x11-utils',
  'xterm',
  'xvfb',
  'xwayland',
];

if (needsPackages()) run('npm', ['ci', '--loglevel=error'], 'Installing packages');
if (process.argv.includes('--system')) installDebianPackages();
if (needsBuild()) run('node', ['esbuild.mjs'], 'Building');
if (process.argv.includes('--run')) process.exit(runProgram(process.argv.slice(process.argv.indexOf('--run') + 1)));

function needsPackages() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  return !existsSync(installed) || modified(installed) < modified(join(ROOT, 'package-lock.json'));
}

function needsBuild() {
  const built = join(ROOT, 'dist/deskhand.js');
  if (!existsSync(built)) return true;
  const inputs = [join(ROOT, 'esbuild.mjs'), join(ROOT, 'package.json'), ...filesIn(join(ROOT, 'src'))];
  return inputs.some((file) => modified(file) > modified(built));
}

/** Only root can install; elsewhere the suites that miss something are listed as skipped with their reason. */
function installDebianPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const missing = DEBIAN_PACKAGES.filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0);
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], 'Updating the package lists', env, false);
  run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
    `Installing ${missing.join(' ')}`,
    env,
    false,
  );
}

function run(command, args, what, env = process.env, required = true) {
  // Progress goes to standard error: standard output may be an answer that a program reads.
  process.stderr.write(`${what} …\n`);
  const shell = process.platform === 'win32';
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...env, PATH: pathWithPackages(env) },
    stdio: ['ignore', 2, 2],
    shell,
  });
  if (status === 0) return;
  process.stderr.write(`${what} failed${error ? `: ${error.message}` : ''}.\n`);
  if (required) process.exit(1);
}

function runProgram(args) {
  const env = { ...process.env, PATH: pathWithPackages(process.env) };
  const { status } = spawnSync('node', args, { env, stdio: 'inherit' });
  return status ?? 1;
}

function pathWithPackages(env) {
  return `${join(ROOT, 'node_modules/.bin')}${delimiter}${env['PATH']}`;
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function modified(file) {
  return statSync(file).mtimeMs;
}
