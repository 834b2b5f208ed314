import type { ConfigEnv, UserConfig } from 'vite';

/** Returns false for a build into another folder than `dist`, such as that of an evaluation. */
export function buildsPackage({ build }: UserConfig, { command }: ConfigEnv): boolean {
  return command === 'build' && build?.outDir === undefined;
}
