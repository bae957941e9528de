import { z } from 'zod';

/** A connection's fields in a query that is read forward; {@link nodesOf} reads them with its nodes. */
export const pageInfoFields = 'pageInfo { hasNextPage endCursor }';

export const nodesOf = <Node extends z.ZodType>(node: Node) =>
  z.object({
    nodes: z.array(node),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  });

export type NodesPage<Node> = {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

/** The page of a connection whose owner is gone. */
export const noNodes = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** All nodes of a connection: those of the given page and of every page after it. */
export async function allNodes<Node>(
  page: NodesPage<Node>,
  pageAfter: (cursor: string) => Promise<NodesPage<Node>>,
): Promise<Node[]> {
  const nodes = [...page.nodes];
  let { pageInfo } = page;
  while (pageInfo.hasNextPage && pageInfo.endCursor !== null) {
    const next = await pageAfter(pageInfo.endCursor);
    nodes.push(...next.nodes);
    pageInfo = next.pageInfo;
  }
  return nodes;
}
