import { afterAll, beforeAll } from 'vitest';
import { type ServiceInTest, startServiceInTest } from './service-in-test.ts';

/** {@link startServiceInTest} for a whole `describe`: started before its first test, closed after its last. */
export function serviceForSuite(
  ...startOptions: Parameters<typeof startServiceInTest>
): ServiceInTest {
  let started: ServiceInTest | undefined;
  beforeAll(async () => {
    started = await startServiceInTest(...startOptions);
  });
  afterAll(async () => await started?.close());
  const service = (): ServiceInTest => {
    if (started === undefined) throw new Error('The service starts with the first test.');
    return started;
  };
  return {
    get platform() {
      return service().platform;
    },
    get database() {
      return service().database;
    },
    get engine() {
      return service().engine;
    },
    get environment() {
      return service().environment;
    },
    log: () => service().log(),
    setClockOffset: (seconds) => service().setClockOffset(seconds),
    call: (...request) => service().call(...request),
    admin: (...request) => service().admin(...request),
    contextOf: (shop) => service().contextOf(shop),
    forgetSessions: (shop) => service().forgetSessions(shop),
    request: (...request) => service().request(...request),
    operations: () => service().operations(),
    settled: () => service().settled(),
    close: () => service().close(),
  };
}
