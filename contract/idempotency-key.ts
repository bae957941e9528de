/**
 * A request that carries this header is carried out once, however often it is sent. Value: a UUID made by the form. Sent by the
 * app to an endpoint that `isOncePerKey`, and by the browser to a resource route that hands it on.
 */
export const idempotencyKeyHeader = 'Idempotency-Key';
