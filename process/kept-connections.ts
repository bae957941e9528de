/**
 * For how long a server keeps a connection that nothing is asked over, in ms: longer than a balancer before it (most of them 60 s),
 * which else would send a request down a connection that is just being closed.
 */
export const keptConnections = { keepAliveTimeout: 75_000 };
