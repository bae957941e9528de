import type { Admin, Connect } from './admin.ts';

type Attempt = {
  admin: Promise<Admin>;
  succeed: (admin: Admin) => void;
  fail: (error: unknown) => void;
};

/**
 * The way to the admin, opened by the first who asks: `open` loads the bridge, which then calls `connected`. Where loading
 * fails everybody who waits hears of it, and the next to ask begins anew.
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
