/** What a document is answered whose session token was refused although it was fetched for it. */
export const refusedToken = { status: 401, statusText: 'Session token refused' } as const;

/** The reason that is likely, as far as the token tells, and whom to ask. */
export type RefusedToken = { reason: 'clock' | 'stale' | 'key'; supportEmail: string };
