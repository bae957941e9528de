import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { startSmtpReceiver } from '../mail/smtp-receiver.ts';
import { createAdminSite } from './admin-site.ts';
import { appFollower } from './app-follower.ts';
import { createBackend } from './backend.ts';
import { loadCertificate } from './certificate.ts';
import { listen } from './listen.ts';
import { type Credentials, Platform } from './platform.ts';

const builtAdmin = fileURLToPath(new URL('../../../build/local-platform', import.meta.url));

type LocalPlatformOptions = {
  /** The admin's port (https); 0 takes any free one. */
  adminPort: number;
  /** The backend's port (http, loopback); 0 takes any free one. */
  platformPort: number;
  /** DATA_DIR; the platform keeps its data in its subfolder `local-platform`. */
  dataDirectory: string;
  credentials: Credentials;
  credentialsByShop?: Readonly<Record<string, Credentials>>;
  appUrl: string;
  scopes: readonly string[];
  /** How many subscribers the established store starts with; by default none. */
  subscribers?: number;
  logger: Logger;
  assets?: string;
};

type RunningLocalPlatform = {
  platform: Platform;
  adminUrl: string;
  platformUrl: string;
  /** The mail server's address; its emails show in the admin. */
  smtpUrl: string;
  close(): Promise<void>;
};

class FolderUnusable extends Error {
  override name = 'FolderUnusable';
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FolderUnusable(`The data folder ${folder} can't be written: ${reason}`, {
      cause: error,
    });
  }
}

/** Starts the stores, the admin, the backend and the mail server. If one fails, it stops the others. */
export async function startPlatform(options: LocalPlatformOptions): Promise<RunningLocalPlatform> {
  const folder = join(options.dataDirectory, 'local-platform');
  prepareFolder(folder);
  const certificate = await loadCertificate(join(folder, 'tls'));
  const platform = new Platform({ ...options, folder });
  platform.clock.follow(appFollower(platform));
  const closing: Array<() => Promise<void>> = [async () => platform.close()];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const site = createAdminSite(platform, options.assets ?? builtAdmin);
    const admin = await listen({
      fetch: (request) => site.fetch(request),
      port: options.adminPort,
      variable: 'ADMIN_PORT',
      certificate,
    });
    closing.push(admin.close);
    platform.adminUrl = `https://admin.localhost:${admin.port}`;

    const backend = createBackend(platform);
    const loopback = await listen({
      fetch: (request, connection) => backend.fetch(request, connection),
      port: options.platformPort,
      variable: 'PLATFORM_PORT',
    });
    closing.push(loopback.close);
    platform.backendUrl = `http://127.0.0.1:${loopback.port}`;
    const receiver = await startSmtpReceiver(platform.mailbox, () => platform.clock.now());
    closing.push(receiver.close);
    return {
      platform,
      adminUrl: platform.adminUrl,
      platformUrl: platform.backendUrl,
      smtpUrl: receiver.smtpUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
