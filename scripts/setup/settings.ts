import { variableNames } from '#process/environment.ts';
import type { Variables } from './processes.ts';

const names = [...variableNames, 'ADMIN_PORT', 'APP_URL', 'HOST', 'PLATFORM_PORT'];

/** Takes away every variable that our programs read (docs/configuration.md): what the shell set stays outside. */
export const noSettings: Variables = Object.fromEntries(names.map((name) => [name, undefined]));
