import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export type Certificate = {
  key: string;
  cert: string;
};

const daysOfLife = 365;
const day = 86_400_000;

function isUsable(cert: string): boolean {
  const certificate = new X509Certificate(cert);
  return (
    certificate.checkHost('admin.localhost') !== undefined &&
    Date.parse(certificate.validTo) - Date.now() > 7 * day
  );
}

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Loads a folder's certificate, so that a browser asks only once to trust it. Makes a new one when it expires. */
export async function loadCertificate(folder: string): Promise<Certificate> {
  const keyPath = join(folder, 'key.pem');
  const certPath = join(folder, 'certificate.pem');
  if (existsSync(keyPath) && existsSync(certPath)) {
    const kept = { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(certPath, 'utf8') };
    if (isUsable(kept.cert)) return kept;
  }
  const made = await generate([{ name: 'commonName', value: 'admin.localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Starts a day early, for browsers whose clock is behind.
    notBeforeDate: new Date(Date.now() - day),
    notAfterDate: new Date(Date.now() + daysOfLife * day),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'admin.localhost' },
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Writes the key first, because a certificate without its key would make every later start fail.
  writeWhole(keyPath, made.private);
  writeWhole(certPath, made.cert);
  return { key: made.private, cert: made.cert };
}
