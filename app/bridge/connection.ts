import type { Admin, Connect } from './admin.ts';

type Attempt = {
  admin: Promise<Admin>;
  succeed: (admin: Admin) => void;
  fail: (error: unknown) => void;
};

/**
 * Connects to the admin on the first call: `open` loads the bridge, which then calls `connected`. If loading fails, all waiting
 * callers are rejected, and the next call tries again.
 */
export function createConnection(open: () => Promise<void>): {
  connect: Connect;
  connected: (admin: Admin) => void;
} {
  let attempt: Attempt | undefined;
  return {
    connect() {
      if (attempt) return attempt.admin;
      const current = beginAttempt();
      attempt = current;
      open().catch((error: unknown) => {
        attempt = undefined;
        current.fail(error);
      });
      return current.admin;
    },
    connected(admin) {
      attempt ??= beginAttempt();
      attempt.succeed(admin);
    },
  };
}

function beginAttempt(): Attempt {
  let succeed: Attempt['succeed'] = () => {};
  let fail: Attempt['fail'] = () => {};
  const admin = new Promise<Admin>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  return { admin, succeed, fail };
}
