import { describe, expect, it } from 'vitest';
import { requestedScopeSchema } from '#contract/requested-scope.ts';
import { vendorAnswerSchema } from '#contract/vendor.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual, scopes } from '../testing/service-in-test.ts';
import { usualDatabase } from '../testing/temporary-database.ts';

describe.each(usualDatabase)('GET /requested-scope on %s', (kind) => {
  const service = serviceForSuite(kind);
  const ask = async (shop: string) =>
    bodyOf(await service.call(shop, 'GET', '/requested-scope'), requestedScopeSchema);

  it('asks for nothing that the store has granted, and says where it grants more', async () => {
    const url = `https://admin.localhost:4443/store/first-crack/oauth/authorize?scope=${scopes.join('%2C')}`;
    expect(await ask(firstCrack)).toEqual({ scope: '', url });
  });

  it('names what the store has yet to grant, while everything else leads there', async () => {
    const lacking = ['read_themes', 'write_files'];
    const granted = scopes.filter((scope) => !lacking.includes(scope));
    service.platform.control.setScopes(firstCrack, granted);
    expect((await ask(firstCrack)).scope).toBe('read_themes,write_files');
    expect(await service.call(firstCrack, 'GET', '/theme')).toMatchObject({ status: 401 });
    expect((await ask(roastAndRitual)).scope).toBe('');
    // What the platform is not asked for works all the same.
    bodyOf(await service.call(firstCrack, 'GET', '/vendor'), vendorAnswerSchema);

    service.platform.control.setScopes(firstCrack, [...granted, ...lacking]);
    expect((await ask(firstCrack)).scope).toBe('');
    expect(await service.call(firstCrack, 'GET', '/theme')).toMatchObject({ status: 200 });
  });

  it('says so where the platform fails', async () => {
    const fault = { kind: 'status', status: 500, operation: 'GrantedScopes' } as const;
    service.platform.control.addFault(fault);
    expect(await service.call(firstCrack, 'GET', '/requested-scope')).toMatchObject({
      status: 502,
    });
  });
});
