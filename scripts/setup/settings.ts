import { variableNames } from '#process/environment.ts';
import type { Variables } from './processes.ts';

const names = [...variableNames, 'ADMIN_PORT', 'APP_URL', 'HOST', 'PLATFORM_PORT'];

/** Removes every variable that our programs read (docs/configuration.md), so that the shell's settings don't reach them. */
export const noSettings: Variables = Object.fromEntries(names.map((name) => [name, undefined]));
