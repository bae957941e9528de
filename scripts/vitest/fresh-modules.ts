import { vi } from 'vitest';

// Test files share a process, so that the packages are loaded once. Of our own modules each file gets new ones: what one keeps or mocks,
// no other sees.
vi.resetModules();
