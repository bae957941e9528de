import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { globalIdOf } from '#contract/original-id.ts';
import { listQuerySchema } from '#contract/pagination.ts';
import { variantsSchema } from '#contract/selling-plan-group.ts';
import { authenticateMerchant } from '../auth/authenticate.server.ts';
import { failureResponse } from '../subscription-api/failure.ts';
import type { VariantPage } from './_admin.fixed-subscription.$id/listed-variant.ts';

/** GET one page of a group's variants, no more of each than its name. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const query = listQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return Response.json({ message: 'Invalid page' }, { status: 400 });
  return orFailure(async () => {
    const group = await client.getSellingPlanGroup({ id, query: query.data });
    const page: VariantPage = {
      variants: group.variants.map((variant) => ({
        id: variant.id,
        name: variant.displayName,
        productId: variant.product.id,
      })),
      pageInfo: group.variantsPageInfo,
    };
    return page;
  });
}

/** POST adds variants to the group, DELETE removes them; both answer what was changed and what was not. */
export async function action({ request, params: { id = '' } }: ActionFunctionArgs) {
  const { client } = await authenticateMerchant(request);
  const { method } = request;
  if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 });
  const body = variantsSchema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) {
    const message = body.error.issues[0]?.message ?? 'Invalid variants';
    return Response.json({ message }, { status: 400 });
  }
  const { variants } = body.data;
  return orFailure(() =>
    method === 'DELETE'
      ? client.removeVariants({ id, body: { variants } })
      : client.addVariants({
          body: { sellingPlanGroupId: globalIdOf('SellingPlanGroup', id), variants },
        }),
  );
}

async function orFailure(call: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await call());
  } catch (error) {
    return failureResponse(error);
  }
}
