import { describe, expect, it } from 'vitest';
import { requestedScopeSchema } from '#contract/requested-scope.ts';
import { accessScopes } from '#process/access-scopes.ts';
import { groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

describe.each(usualDatabase)('GET /requested-scope on %s', (kind) => {
  const service = serviceForSuite(kind);
  const ask = async (shop: string) =>
    bodyOf(await service.call(shop, 'GET', '/requested-scope'), requestedScopeSchema);

  it('asks for nothing that the store has granted, and says where it grants more', async () => {
    const url = `https://admin.localhost:4443/store/first-crack/oauth/authorize?scope=${accessScopes.join('%2C')}`;
    expect(await ask(firstCrack)).toEqual({ scope: '', url });
  });

  it('names what the store has yet to grant, while only what needs it leads there', async () => {
    const lacking = ['read_themes', 'write_files'];
    const granted = accessScopes.filter((scope) => !lacking.includes(scope));
    service.platform.control.setScopes(firstCrack, granted);
    expect((await ask(firstCrack)).scope).toBe('read_themes,write_files');
    expect(await service.call(firstCrack, 'GET', '/theme')).toMatchObject({ status: 401 });
    expect((await ask(roastAndRitual)).scope).toBe('');
    for (const path of ['/vendor', groupPath, '/delivery-profile']) {
      expect(await service.call(firstCrack, 'GET', path)).toMatchObject({ status: 200 });
    }

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
