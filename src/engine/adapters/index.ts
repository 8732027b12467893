import type { PlatformAdapter } from './adapter.ts';
import type { ForegroundAdapter } from './foregroundAdapter.ts';

/** An adapter that the engine can run: the only place that names concrete adapters. */
export interface AdapterEntry {
  /** Why this machine or session cannot have it; undefined where it can. */
  readonly unavailable: (env: NodeJS.ProcessEnv) => Promise<string | undefined>;
  readonly create: (env: NodeJS.ProcessEnv) => Promise<PlatformAdapter>;
  /** What takes the pointer and the focus; runs in a process of its own. */
  readonly foreground?: (env: NodeJS.ProcessEnv) => Promise<ForegroundAdapter>;
}

export const ADAPTERS = {
  linux: {
    unavailable: async (env) => {
      if (process.platform !== 'linux') return 'this is not Linux';
      const { linuxDesktopAvailable } = await import('./linux/adapter.ts');
      return linuxDesktopAvailable(env) ? undefined : 'this session has no D-Bus session bus and no display';
    },
    create: async (env) => (await import('./linux/adapter.ts')).createLinuxAdapter(env),
    foreground: async (env) => new (await import('./linux/foreground/adapter.ts')).LinuxForeground(env),
  },
  sim: {
    unavailable: () => Promise.resolve(undefined),
    create: async () => new (await import('./sim/adapter.ts')).SimAdapter(),
  },
} as const satisfies Readonly<Record<string, AdapterEntry>>;

export type AdapterName = keyof typeof ADAPTERS;

/** Whether `text` names an adapter. */
export function isAdapterName(text: string): text is AdapterName {
  return Object.hasOwn(ADAPTERS, text);
}
